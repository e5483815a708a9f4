// The names that a snapshot can have.

export const SNAPSHOT_NAME = /^\w[\w.-]{0,63}$/
