/** The environment variable with the address of the clock that a process follows. */
export const FOLLOW_VARIABLE = 'BOT_EMULATOR_CLOCK'
