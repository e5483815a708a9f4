// The file of a message: a photo, a video, an audio or a document.

import { useEffect, useState } from 'preact/hooks'
import type { MessageView } from '../../../control/contract/messages.ts'
import { fileIn } from '../../../control/describe/message.ts'
import { formatSize } from '../../../lib/safe-text.ts'
import { showDialog } from '../dialog.tsx'
import { fileAddress } from '../emulator.ts'
import { Icon } from '../icons.tsx'

export function AttachedFile({ message }: { message: MessageView }) {
  const found = fileIn(message)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (found) fileAddress(found.unique_id).then(setAddress, () => {})
  }, [found?.unique_id])
  if (!found || address === undefined) return null
  const { kind, file, name = kind } = found
  if (address && kind === 'photo' && 'width' in file) {
    const { width, height } = file
    const { caption, author } = message
    return <Photo {...{ address, width, height }} alt={caption ?? 'Photo'} author={author.first_name} />
  }
  const Media = kind
  if (address && (Media === 'video' || Media === 'audio'))
    return <Media src={address} controls preload="metadata" aria-label={name} />
  return <Document kind={kind} name={name} size={formatSize(file.file_size)} address={address} />
}

interface DocumentProps {
  kind: string
  name: string
  size?: string
  address?: string
}

export function Document({ kind, name, size, address }: DocumentProps) {
  const type = /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? kind
  return (
    <a class="document" href={address || undefined} download={name}>
      <Icon name="file" />
      <b>{name}</b>
      <small>{[type, size].filter(Boolean).join(' · ')}</small>
    </a>
  )
}

interface PhotoProps {
  address: string
  width?: number
  height?: number
  alt: string
  author: string
}

/** A photo, which a click enlarges. */
export function Photo({ address, width, height, alt, author }: PhotoProps) {
  function enlarge(event: MouseEvent) {
    event.preventDefault()
    const title = `Photo of ${author}`
    showDialog({ title, class: 'enlarged', body: <img src={address} width={width} height={height} alt={alt} /> })
  }
  return (
    <a class="photo" href={address} onClick={enlarge}>
      <img src={address} width={width} height={height} alt={alt} loading={width ? 'lazy' : undefined} />
    </a>
  )
}

/** The size that the bubble of a photo takes from it, or none for a video. The style sheet limits it. */
export function mediaStyle(message: MessageView): Record<string, string> | undefined {
  const found = fileIn(message)
  if (found?.kind === 'video') return {}
  if (found?.kind !== 'photo' || !('width' in found.file)) return undefined
  const { width, height } = found.file
  return { '--width': `${width}px`, '--ratio': String(width / height) }
}
