// sendAudio: an audio file. In the layout of all file operations.

import { sendFile } from './send-file.ts'

export const sendAudio = sendFile('audio', 'sendAudio', 'Sends an audio file.')
