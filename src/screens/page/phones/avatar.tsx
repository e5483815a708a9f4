// The coloured circle with the first letter of a person, bot or chat.

const HUES = [20, 70, 145, 200, 265, 330]

/** The colour of a person, bot or chat, as a style. */
export const hueOf = (id: number) => ({ '--hue': HUES[Math.abs(id) % HUES.length] })

/** The letter isn't text, so that it isn't part of a button's name. */
export const Avatar = ({ id, name }: { id: number; name: string }) => (
  <span class="avatar" style={hueOf(id)} data-letter={[...name][0]?.toUpperCase()} aria-hidden="true" />
)
