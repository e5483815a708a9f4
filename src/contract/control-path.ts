// Where the control interface lies, beside the bot API of the service.

export const CONTROL_PATH = '/_emulator'
