// sendVideo: a video. In the layout of all file operations.

import { sendFile } from './send-file.ts'

export const sendVideo = sendFile('video', 'sendVideo', 'Sends a video.')
