// What the tests ask of a bot library, in one wording for all of them.

// biome-ignore lint/suspicious/noExplicitAny: each library has types of its own for the same objects
export type Any = any

/** One bot written with one library: what it can call, and how it listens. */
export interface LibraryBot {
  getMe(): Promise<Any>
  getUpdates(offset: number): Promise<Any>
  setWebhook(url: string): Promise<Any>
  deleteWebhook(): Promise<Any>
  getWebhookInfo(): Promise<Any>
  sendMessage(chat: number | string, text: string, more?: object): Promise<Any>
  sendPhoto(chat: number, file: Buffer, name: string, more?: object): Promise<Any>
  sendVideo(chat: number, file: Buffer, name: string): Promise<Any>
  sendAudio(chat: number, file: Buffer, name: string): Promise<Any>
  sendDocument(chat: number, file: Buffer | string, name: string): Promise<Any>
  editMessageText(chat: number, message: number, text: string, more?: object): Promise<Any>
  editMessageReplyMarkup(chat: number, message: number, markup?: object): Promise<Any>
  pinChatMessage(chat: number, message: number): Promise<Any>
  unpinChatMessage(chat: number): Promise<Any>
  getChat(chat: number | string): Promise<Any>
  getChatAdministrators(chat: number): Promise<Any>
  getChatMemberCount(chat: number): Promise<Any>
  getChatMember(chat: number, user: number): Promise<Any>
  restrictChatMember(chat: number, user: number, permissions: object): Promise<Any>
  unbanChatMember(chat: number, user: number): Promise<Any>
  setMyCommands(commands: { command: string; description: string }[]): Promise<Any>
  setMyName(name: string): Promise<Any>
  setMyDescription(description: string): Promise<Any>
  setMyShortDescription(description: string): Promise<Any>
  /** Calls an operation that the service does not have. */
  sendDice(chat: number): Promise<Any>
  /** Polls, answers each text with the same text, and a press on a button by an edit of its message. */
  startEcho(): Promise<void>
  stop(): Promise<void>
}

export type Library = (token: string, url: string) => LibraryBot
