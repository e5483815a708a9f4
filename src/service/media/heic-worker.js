// Decodes one HEIC picture in a worker. JavaScript, because the build copies this file unchanged.
import { parentPort, workerData } from 'node:worker_threads'

const MAX_PAGES = 16_384 // 1 GiB, in pages of 64 KiB

// The resource limits of a worker do not include the memory of WebAssembly, so its growth is limited here.
const grow = WebAssembly.Memory.prototype.grow
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength / 65_536 + pages > MAX_PAGES) throw new RangeError('picture needs too much memory')
  return grow.call(this, pages)
}

const { default: heif } = await import('libheif-js/wasm-bundle.js')

function decode({ file, maxPixels }) {
  const context = heif.heif_context_alloc()
  const failure = heif.heif_context_read_from_memory(context, file)
  if (failure.code !== heif.heif_error_code.heif_error_Ok) return undefined
  const handle = heif.heif_js_context_get_primary_image_handle(context)
  if (!handle || handle.code) return undefined
  const pixels = heif.heif_image_handle_get_width(handle) * heif.heif_image_handle_get_height(handle)
  if (pixels > maxPixels) return undefined
  const channels = heif.heif_image_handle_has_alpha_channel(handle) ? 4 : 3
  const { heif_chroma_interleaved_RGBA, heif_chroma_interleaved_RGB } = heif.heif_chroma
  const chroma = channels === 4 ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB
  const image = heif.heif_js_decode_image2(handle, heif.heif_colorspace.heif_colorspace_RGB, chroma)
  const plane = image.code
    ? undefined
    : image.channels?.find(({ id }) => id === heif.heif_channel.heif_channel_interleaved)
  return plane && { data: withoutPadding(plane, channels), raw: { width: plane.width, height: plane.height, channels } }
}

function withoutPadding({ data, stride, width, height }, channels) {
  const row = width * channels
  const packed = new Uint8Array(row * height)
  for (let y = 0; y < height; y++) packed.set(data.subarray(y * stride, y * stride + row), y * row)
  return packed
}

function decodedOrNothing() {
  try {
    return decode(workerData)
  } catch {
    // The decoder throws if the file is damaged or needs too much memory. The picture then counts as undecodable.
    return undefined
  }
}

const picture = decodedOrNothing()
parentPort.postMessage(picture, picture ? [picture.data.buffer] : [])
