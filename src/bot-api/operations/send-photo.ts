// sendPhoto: a photo. In the layout of all file operations.

import { sendFile } from './send-file.ts'

export const sendPhoto = sendFile('photo', 'sendPhoto', 'Sends a photo.')
