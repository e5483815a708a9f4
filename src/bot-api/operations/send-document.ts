// sendDocument: any file. In the layout of all file operations.

import { sendFile } from './send-file.ts'

export const sendDocument = sendFile('document', 'sendDocument', 'Sends any file.')
