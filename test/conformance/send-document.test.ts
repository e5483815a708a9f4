// Documents: any file, its name, the type it is said to be, and images among them.

import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fileIn, fileOf, kept, media, mediaBytes, storedBytes } from '../helpers/files.ts'
import { privateChat } from '../helpers/places.ts'
import { refused } from '../helpers/service.ts'

const imageDocument = { file_id: expect.any(String), file_unique_id: expect.any(String), file_size: expect.any(Number) }

describe('types', () => {
  it.each(['page.pdf', 'note.zip', 'note.txt'])(
    'DOC-07 DOC-13 DOC-14 DOC-15 takes %s as application/octet-stream, whatever is declared',
    async (sample) => {
      const { call, posted } = await privateChat()
      for (const [message_id, type] of [
        [2, 'application/pdf'],
        [3, 'image/jpeg'],
        [4, ''],
      ] as const) {
        expect(await call('sendDocument', { document: media(sample, sample, type) })).toEqual(
          posted({ message_id, document: kept(sample, 'application/octet-stream') }),
        )
      }
    },
  )

  it.each([
    ['plain.bmp', 'image/bmp'],
    ['plain.tiff', 'image/tiff'],
    ['square.svg', 'image/svg+xml'],
  ])(
    'DOC-12 DOC-18 GAP-61 keeps %s with its name and tells its type, which sendPhoto refuses',
    async (sample, mime) => {
      const { s, call, posted } = await privateChat()
      const answer = await call('sendDocument', { document: media(sample, sample, 'application/pdf') })
      expect(answer).toEqual(posted({ message_id: 2, document: kept(sample, mime) }))
      expect(await storedBytes(s, fileIn(answer))).toEqual(mediaBytes(sample))
      expect(await call('sendPhoto', { photo: media(sample) })).toEqual(
        refused(400, 'Bad Request: type of file mismatch (expected photo)'),
      )
    },
  )

  it('DOC-07 takes bytes that are nothing at all', async () => {
    const { call } = await privateChat()
    for (const bytes of ['\0', 'x', '\xff\xfe', 'MZ', '<html>', Buffer.alloc(100_000, 0xaa)]) {
      expect((await call('sendDocument', { document: fileOf(bytes) })).body.result.document.mime_type).toBe(
        'application/octet-stream',
      )
    }
  })

  it.each([
    ['moov-first.mp4', 'a.txt', 'video/mp4'],
    ['silent.mov', 'a.txt', 'video/quicktime'],
    ['pictures.webm', 'a.txt', 'video/webm'],
    ['sound.webm', 'a.txt', 'audio/webm'],
    ['bare.mp3', 'a.pdf', 'audio/mpeg'],
    ['tone.m4a', 'tone.m4a', 'audio/mp4'],
    ['tone.aac', 'tone.aac', 'audio/aac'],
    ['tone.flac', 'a', 'audio/flac'],
    ['tone.caf', 'a', 'audio/x-caf'],
    ['pictures.mkv', 'a.zip', 'video/x-matroska'],
    ['pictures.3gp', 'a.mp4', 'video/3gpp'],
    ['pictures.ogv', 'a.ogg', 'video/ogg'],
  ])('DOC-12 DOC-17 GAP-62 tells the type of %s named %s by its content', async (sample, name, mime) => {
    const { call, posted } = await privateChat()
    expect(await call('sendDocument', { document: media(sample, name, 'text/plain') })).toEqual(
      posted({ message_id: 2, document: kept(sample, mime, name) }),
    )
  })

  it('DOC-12 DOC-17 GAP-62 tells the type of an AVI, which neither sendVideo nor sendAudio takes', async () => {
    const { call } = await privateChat()
    const avi = fileOf('RIFF....AVI LIST', 'a.avi')
    expect((await call('sendDocument', { document: avi })).body.result.document.mime_type).toBe('video/x-msvideo')
    for (const kind of ['video', 'audio']) {
      expect(await call(kind === 'video' ? 'sendVideo' : 'sendAudio', { [kind]: avi })).toEqual(
        refused(400, `Bad Request: type of file mismatch (expected ${kind})`),
      )
    }
  })
})

describe('names', () => {
  const sentAs = async (name: string) => {
    const { call } = await privateChat()
    return (await call('sendDocument', { document: fileOf('x', name) })).body.result.document.file_name
  }

  it.each(['x', '🙂', 'é'])('DOC-09 DOC-10 GAP-12 GAP-60 keeps the first 120 code points: %s', async (point) => {
    const longest = point.repeat(120)
    expect(await sentAs(longest)).toBe(longest)
    expect(await sentAs(`${longest}y`)).toBe(longest)
  })

  it.each(['x', '🙂', 'é'])('DOC-10 DOC-15 GAP-12 GAP-60 keeps the extension of a longer name: %s', async (point) => {
    const whole = `${point.repeat(116)}.pdf`
    expect(await sentAs(whole)).toBe(whole)
    expect(await sentAs(`${point}${whole}`)).toBe(whole)
    expect(await sentAs(`${point.repeat(200)}.tar.pdf`)).toBe(whole)
    expect(await sentAs(`x.${point.repeat(118)}`)).toBe(`x.${point.repeat(118)}`)
    expect(await sentAs(`xx.${point.repeat(118)}`)).toBe(`x.${point.repeat(118)}`)
    expect(await sentAs(`x.${point.repeat(119)}`)).toBe(`x.${point.repeat(118)}`)
  })

  it.each(['report.pdf', 'отчёт за май.xlsx', 'a b;c,d=e.txt', 'a"b.txt', "it's.txt", '100%.txt', '..a', 'a&#1234;b'])(
    'DOC-15 keeps "%s" whole',
    async (name) => expect(await sentAs(name)).toBe(name),
  )
})

describe('images', () => {
  it.each(['plain.jpg', 'transparent.png', 'plain.webp', 'animated.gif', 'plain.heic', 'plain.avif', 'turned-gps.jpg'])(
    'DOC-11 DOC-16 GAP-59 keeps %s as a JPEG without its name',
    async (sample) => {
      const { s, call, posted } = await privateChat()
      const answer = await call('sendDocument', { document: media(sample, 'my holiday.png') })
      const document = { ...imageDocument, mime_type: 'image/jpeg', file_name: 'image.jpg' }
      expect(answer).toEqual(posted({ message_id: 2, document }))
      const stored = await storedBytes(s, fileIn(answer))
      expect(stored.length).toBe(fileIn(answer).file_size)
      expect(stored.includes('Exif')).toBe(false)
      expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg' })
    },
  )

  it('DOC-16 GAP-56 keeps the same picture as a photo does', async () => {
    const { call } = await privateChat()
    const document = fileIn(await call('sendDocument', { document: media('transparent.png') }))
    const photo = fileIn(await call('sendPhoto', { photo: media('transparent.png') }))
    expect(document.file_unique_id).toBe(photo.file_unique_id)
  })

  it('DOC-16 PHO-25 refuses one that cannot be read', async () => {
    const { call } = await privateChat()
    const unreadable = refused(400, 'Bad Request: invalid_image')
    expect(await call('sendDocument', { document: fileOf(mediaBytes('plain.jpg').subarray(0, 150), 'a.zip') })).toEqual(
      unreadable,
    )
  })
})
