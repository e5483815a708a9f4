// Creates the sample files in fixtures/media. Requires these Debian packages:
// ffmpeg imagemagick libheif-examples libavif-bin webp libimage-exiftool-perl zip
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const to = fileURLToPath(new URL('../fixtures/media/', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'make-media-'))
const out = (name) => join(to, name)
const temporary = (name) => join(scratch, name)

const run = (tool, ...args) => execFileSync(tool, args, { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 24 })
// Converts an image without writing dates into it, so that each run creates identical files.
const convert = (...args) =>
  run('convert', ...args.slice(0, -1), '-strip', '-define', 'png:exclude-chunk=date,tEXt', args.at(-1))

// An image of four coloured quarters, with red at the top left, so that a test can check its orientation.
const quarters = temporary('quarters.png')
const quarter = (colour, offset) => ['(', '-size', '24x16', `xc:${colour}`, '-repage', offset, ')']
convert(
  ...quarter('red', '+0+0'),
  ...quarter('lime', '+24+0'),
  ...quarter('blue', '+0+16'),
  ...quarter('yellow', '+24+16'),
  ...['-layers', 'merge', '+repage', `PNG24:${quarters}`],
)

// An image whose left half is transparent and whose right half is semi-transparent black.
const glass = temporary('glass.png')
convert('-size', '24x32', 'xc:none', 'xc:#00000080', '+append', `PNG32:${glass}`)

const avif = ['--min', '20', '--max', '40', '--ignore-exif', '--ignore-icc']

function images() {
  convert(quarters, '-quality', '90', out('plain.jpg'))
  convert(quarters, '-quality', '90', out('turned-gps.jpg'))
  const gps = ['-GPSLatitude=52.5', '-GPSLatitudeRef=N', '-GPSLongitude=13.4', '-GPSLongitudeRef=E']
  run('exiftool', '-q', '-overwrite_original', '-n', '-Orientation=6', ...gps, '-Make=Camera', out('turned-gps.jpg'))
  convert(glass, out('transparent.png'))
  convert(quarters, '-define', 'webp:lossless=false', out('plain.webp'))
  convert(glass, '-define', 'webp:lossless=true', out('transparent.webp'))
  convert('-delay', '20', '-size', '48x32', 'xc:red', 'xc:blue', 'xc:lime', '-loop', '0', out('animated.gif'))
  convert(glass, '-threshold', '60%', out('transparent.gif'))
  run('gif2webp', '-quiet', out('animated.gif'), '-o', out('animated.webp'))
  run('heif-enc', '-q', '60', quarters, '-o', out('plain.heic'))
  run('heif-enc', '-q', '60', glass, '-o', out('transparent.heic'))
  run('heif-enc', '-q', '60', out('turned-gps.jpg'), '-o', out('turned-gps.heic'))
  // heif-enc cannot write a rotation, so the HEIC box of bit depths (pixi) is changed into a rotation (irot).
  const turned = readFileSync(out('turned-gps.heic'))
  turned.write('irot\x03', turned.indexOf('pixi'), 'latin1')
  writeFileSync(out('turned-gps.heic'), turned)
  const twelveMegapixels = temporary('large.png')
  convert('-size', '4000x3000', 'gradient:red-blue', twelveMegapixels)
  run('heif-enc', '-q', '30', twelveMegapixels, '-o', out('twelve-megapixels.heic'))
  const heif = readFileSync(out('plain.heic'))
  heif.write('mif1', 8, 'latin1')
  writeFileSync(out('plain.heif'), heif)
  run('avifenc', ...avif, quarters, out('plain.avif'))
  run('avifenc', ...avif, '-d', '10', '--irot', '3', quarters, out('turned-10bit.avif'))
  const frames = ['red', 'blue', 'lime'].map((colour) => {
    convert('-size', '48x32', `xc:${colour}`, temporary(`${colour}.png`))
    return temporary(`${colour}.png`)
  })
  run('avifenc', ...avif, ...frames, out('animated.avif'))
  convert(quarters, out('plain.tiff'))
  convert(quarters, `BMP3:${out('plain.bmp')}`)
}

const exact = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact', '-map_metadata', '-1']
const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=0.5']
const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=16000:duration=0.3']
const ffmpeg = (name, ...args) => run('ffmpeg', '-v', 'error', '-y', ...args.flat(), ...exact, out(name))

function videos() {
  const h264 = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '40', '-pix_fmt', 'yuv420p']
  const aac = ['-c:a', 'aac', '-b:a', '24k']
  ffmpeg('moov-last.mp4', picture, tone, h264, aac)
  ffmpeg('moov-first.mp4', picture, tone, h264, aac, ['-movflags', '+faststart'])
  ffmpeg('fragmented.mp4', picture, h264, ['-movflags', 'frag_keyframe+empty_moov'])
  ffmpeg('silent.mov', picture, h264)
  ffmpeg('pictures.webm', picture, ['-c:v', 'libvpx', '-b:v', '20k'])
  ffmpeg('pictures-and-sound.webm', picture, tone, ['-c:v', 'libvpx', '-b:v', '20k', '-c:a', 'libopus', '-b:a', '12k'])
  const streamed = ['-c:v', 'libvpx', '-b:v', '20k', '-f', 'webm', 'pipe:1']
  writeFileSync(out('streamed.webm'), run('ffmpeg', '-v', 'error', ...picture, ...exact, ...streamed))
  ffmpeg('pictures.mkv', picture, h264)
  ffmpeg('pictures.ogv', picture, ['-c:v', 'libtheora', '-b:v', '20k'])
  ffmpeg('pictures.3gp', picture, h264)
}

function sounds() {
  ffmpeg('tagged.mp3', tone, ['-c:a', 'libmp3lame', '-b:a', '16k', '-metadata', 'title=Tone'])
  ffmpeg('bare.mp3', tone, ['-c:a', 'libmp3lame', '-b:a', '16k', '-id3v2_version', '0', '-write_xing', '0'])
  ffmpeg('tone.m4a', tone, ['-c:a', 'aac', '-b:a', '24k'])
  ffmpeg('tone.aac', tone, ['-c:a', 'aac', '-b:a', '24k'])
  ffmpeg('opus.ogg', tone, ['-c:a', 'libopus', '-b:a', '12k'])
  ffmpeg('vorbis.ogg', tone, ['-c:a', 'libvorbis', '-q:a', '0'])
  ffmpeg('tone.wav', tone)
  ffmpeg('tone.flac', tone)
  ffmpeg('tone.aiff', tone)
  ffmpeg('tone.aifc', tone, ['-c:a', 'pcm_alaw', '-f', 'aiff'])
  ffmpeg('tone.caf', tone, ['-c:a', 'pcm_alaw'])
  ffmpeg('sound.webm', tone, ['-c:a', 'libopus', '-b:a', '12k'])
  // Debian has no AMR encoder. Frames of type 15 ("no data") are valid AMR and decode as silence.
  writeFileSync(out('silence.amr'), Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(50, 0x7c)]))
  writeFileSync(out('silence-wide.amr'), Buffer.concat([Buffer.from('#!AMR-WB\n'), Buffer.alloc(50, 0x7c)]))
}

function others() {
  writeFileSync(out('note.txt'), 'Plain words, whatever the name says.\n')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>\n'
  writeFileSync(out('square.svg'), svg)
  const page = '1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<</Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Parent 2 0 R>>endobj'
  writeFileSync(out('page.pdf'), `%PDF-1.4\n${page}\ntrailer<</Root 1 0 R>>\n%%EOF\n`)
  utimesSync(out('note.txt'), 1e9, 1e9)
  rmSync(out('note.zip'), { force: true })
  run('zip', '-q', '-X', '-j', out('note.zip'), out('note.txt'))
}

try {
  images()
  videos()
  sounds()
  others()
} finally {
  rmSync(scratch, { recursive: true })
}
