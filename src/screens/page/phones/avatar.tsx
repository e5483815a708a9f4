// The coloured circle with the first letter of a person, bot or chat.

/** The golden angle: the colours of neighbouring ids are far apart, and few are alike. */
const ANGLE = 137.50776

/** The colour of a person, bot or chat, as a style. */
export const hueOf = (id: number) => ({ '--hue': Math.round((Math.abs(id) * ANGLE) % 360) })

/** The letter isn't text, so that it isn't part of a button's name. */
export const Avatar = ({ id, name }: { id: number; name: string }) => (
  <span class="avatar" style={hueOf(id)} data-letter={[...name][0]?.toUpperCase()} aria-hidden="true" />
)
