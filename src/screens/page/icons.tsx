// The icons of the page: outlines on a grid of 24 units.

const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  file: 'M14 3H6v18h12V7zM14 3v4h4',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  down: 'M6 9l6 6 6-6',
  back: 'M15 5l-7 7 7 7',
  attach: 'M12 5v14M5 12h14',
  pin: 'M12 17v5M8 3h8l-1 7 3 4H6l3-4z',
  reply: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  delete: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  call: 'M4 7h13l-3-3M20 17H7l3 3',
}

export const Icon = ({ name }: { name: keyof typeof PATHS }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)
