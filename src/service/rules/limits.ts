// Every limit of the service, with its unit in the name.

const MEBIBYTE = 1024 * 1024

export const LIMITS = {
  textPoints: 4096,
  captionPoints: 1024,

  keyboardRows: 12,
  keyboardButtonsPerRow: 8,
  keyboardButtons: 100,
  buttonTextPoints: 64,
  callbackDataBytes: 64,

  editWindowSeconds: 48 * 3600,

  messagesPerChat: 20,
  messagesPerChatWindowSeconds: 60,
  messagesPerBot: 30,
  messagesPerBotWindowSeconds: 1,

  devicesPerBot: 1000,
  devicesPerOwner: 1500,
  devicesOverall: 5000,
  devicesWindowSeconds: 1,
  devicesPerPerson: 10,

  transfersPerBot: 3,
  transfersOverall: 16,
  /** The retry_after of an injected fault that has the status 429 but no retry_after of its own. */
  bareRetrySeconds: 1,
  transferRetrySeconds: 1,

  chatsPerDay: 10_000,
  chatsPerDayRetrySeconds: 3600,

  imageBytes: 20 * MEBIBYTE,
  fileBytes: 50 * MEBIBYTE,
  multipartBytes: 52 * MEBIBYTE,
  imagePixels: 50_000_000,
  imageSidePixels: 2048,
  fileNamePoints: 120,
  fileIdCharacters: 128,

  updatesPerCall: 100,
  pollSeconds: 50,
  updateTypesPerFilter: 20,
  updateLifetimeSeconds: 24 * 3600,

  webhookUrlCharacters: 2048,
  secretTokenCharacters: 256,
  webhookConnections: 100,
  webhookConnectionsDefault: 40,
  webhookPorts: [80, 88, 443, 8443],
  webhookAnswerSeconds: 10,
  webhookRetrySeconds: 60,
  webhookAnswerBytes: 64 * 1024,

  muteLeastSeconds: 30,
  muteMostSeconds: 366 * 24 * 3600,

  commands: 100,
  commandCharacters: 32,
  commandDescriptionPoints: 256,
  namePoints: 64,
  descriptionPoints: 512,
  shortDescriptionPoints: 120,

  chatIdDigits: 16,
} as const
