// The icons of the page: outlines on a grid of 24 units.

import type { ButtonHTMLAttributes } from 'preact'

const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  file: 'M14 3H6v18h12V7zM14 3v4h4',
  more: 'M12 4.5v1M12 11.5v1M12 18.5v1',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  down: 'M6 9l6 6 6-6',
  back: 'M15 5l-7 7 7 7',
  attach: 'M12 5v14M5 12h14',
  pin: 'M12 17v5M8 3h8l-1 7 3 4H6l3-4z',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  message: 'M4 5h16v11H10l-5 4v-4H4z',
  press: 'M9 13V5q1-2 3 0v5l6 2-1 8H9l-4-5q2-2 4 0z',
  person: 'M12 11a4 4 0 1 0-1 0M4 20q1-6 8-6t8 6z',
  channel: 'M4 10v4l11 5V5zM18 9v6',
  send: 'M4 12l16-8-5 17-4-7zM11 14l9-10',
  phones: 'M7 3h10v18H7zM11 18h2',
  traffic: 'M8 4v15M4 15l4 4 4-4M16 20V5M12 9l4-4 4 4',
  bots: 'M5 9h14v10H5zM12 9V5M9 13v2M15 13v2',
  world: 'M12 3a9 9 0 1 0 1 0M3 12h18M12 3q-8 9 0 18q8-9 0-18',
  record: 'M12 4a8 8 0 1 0 1 0M12 9a3 3 0 1 0 1 0',
  actions: 'M13 3L6 13h5l-1 8 8-11h-6z',
  past: 'M4 12a8 8 0 1 1 3 6M4 7v5h5M12 8v5l3 2',
  link: 'M10 14l4-4M9 9l3-3a4 4 0 0 1 6 6l-3 3M15 15l-3 3a4 4 0 0 1-6-6l3-3',
  wait: 'M12 7v5l3 2M12 3a9 9 0 1 0 1 0',
}

export type IconName = keyof typeof PATHS

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)

/** The cross of a dialog, a phone, a toast or a fault. */
export const CloseButton = ({ label, ...props }: { label: string } & ButtonHTMLAttributes) => (
  <button type="button" class="quiet" aria-label={label} {...props}>
    <Icon name="close" />
  </button>
)

/** An icon with its meaning, for the mouse and for screen readers. */
export const Sign = ({ name, text }: { name: IconName; text: string }) => (
  <span title={text}>
    <Icon name={name} />
    <span class="hidden">{text}</span>
  </span>
)
