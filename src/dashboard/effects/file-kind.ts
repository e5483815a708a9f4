// What kind of message a file makes, by how it begins.

import { open } from 'node:fs/promises'

const BEGINNINGS: readonly (readonly [kind: string, begins: RegExp])[] = [
  ['photo', /^(?:\x89PNG|\xff\xd8\xff|RIFF....WEBP)/s],
  ['video', /^(?:....ftyp(?!M4A)|\x1aE\xdf\xa3)/s],
  ['audio', /^(?:ID3|\xff[\xf2-\xfb]|OggS|fLaC|RIFF....WAVE|....ftypM4A)/s],
]
const LONGEST = 12

export async function kindOfFile(path: string): Promise<string | null> {
  try {
    await using file = await open(path)
    if (!(await file.stat()).isFile()) return null
    const { buffer } = await file.read(Buffer.alloc(LONGEST), 0, LONGEST, 0)
    const beginning = buffer.toString('latin1')
    return BEGINNINGS.find(([, begins]) => begins.test(beginning))?.[0] ?? 'document'
  } catch {
    return null
  }
}
