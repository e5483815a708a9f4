// The icons of the page: outlines on a grid of 24 units.

const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  file: 'M14 3H6v18h12V7zM14 3v4h4',
  more: 'M5 11.5v1M12 11.5v1M19 11.5v1',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  down: 'M6 9l6 6 6-6',
  back: 'M15 5l-7 7 7 7',
  attach: 'M12 5v14M5 12h14',
  pin: 'M12 17v5M8 3h8l-1 7 3 4H6l3-4z',
}

export const Icon = ({ name }: { name: keyof typeof PATHS }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)
