// The path prefix of the control API.

export const CONTROL_PATH = '/_emulator'
