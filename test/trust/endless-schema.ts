// A small database file whose schema has practically endless rows: its pages refer to each other many times.

const PAGE = 512
const LEVELS = 18
const CHILDREN = 40
const LEAF = 13
const INTERIOR = 5
const SQL = 'CREATE TABLE IF NOT EXISTS x(a)'

/** Each page of a level refers 40 times to the only page of the next level. The last page has one table. */
export function endlessSchema(applicationId: number, version: number): Buffer {
  const file = Buffer.alloc(PAGE * (LEVELS + 1))
  writeHeader(file, applicationId, version)
  for (let page = 1; page <= LEVELS; page++) writeInterior(file, page)
  const row = Buffer.concat([
    Buffer.from([6, 0x17, 15, 15, 1, 13 + 2 * SQL.length]),
    Buffer.from('tablexx'),
    Buffer.from([LEVELS + 1]),
    Buffer.from(SQL),
  ])
  const at = PAGE - row.length - 2
  const page = file.subarray(LEVELS * PAGE)
  page[0] = LEAF
  page.writeUInt16BE(1, 3)
  page.writeUInt16BE(at, 5)
  page.writeUInt16BE(at, 8)
  Buffer.concat([Buffer.from([row.length, 1]), row]).copy(page, at)
  return file
}

/** The bytes of a WAL file whose only commit replaces every page of a database by those of `pages`. */
export function walWith(pages: Buffer): Buffer {
  const head = Buffer.alloc(32)
  for (const [nth, value] of [0x377f0682, 3_007_000, PAGE, 0, 1, 2].entries()) head.writeUInt32BE(value, 4 * nth)
  let sum: [number, number] = [0, 0]
  const addToSum = (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += 8) {
      const first = (sum[0] + bytes.readUInt32LE(at) + sum[1]) >>> 0
      sum = [first, (sum[1] + bytes.readUInt32LE(at + 4) + first) >>> 0]
    }
  }
  addToSum(head.subarray(0, 24))
  head.writeUInt32BE(sum[0], 24)
  head.writeUInt32BE(sum[1], 28)
  const count = pages.length / PAGE
  const frames = Array.from({ length: count }, (_, nth) => {
    const frame = Buffer.alloc(24)
    const values = [nth + 1, nth + 1 === count ? count : 0, 1, 2]
    for (const [index, value] of values.entries()) frame.writeUInt32BE(value, 4 * index)
    const page = pages.subarray(nth * PAGE, (nth + 1) * PAGE)
    addToSum(frame.subarray(0, 8))
    addToSum(page)
    frame.writeUInt32BE(sum[0], 16)
    frame.writeUInt32BE(sum[1], 20)
    return Buffer.concat([frame, page])
  })
  return Buffer.concat([head, ...frames])
}

/** The bytes of a journal that replaces every page of a database by those of `pages`. */
export function journalWith(pages: Buffer): Buffer {
  const count = pages.length / PAGE
  const head = Buffer.alloc(PAGE)
  Buffer.from('d9d505f920a163d7', 'hex').copy(head)
  for (const [nth, value] of [count, 0, count, PAGE, PAGE].entries()) head.writeUInt32BE(value, 8 + 4 * nth)
  const records = Array.from({ length: count }, (_, nth) => {
    const page = pages.subarray(nth * PAGE, (nth + 1) * PAGE)
    let sum = 0
    for (let at = PAGE - 200; at > 0; at -= 200) sum += page[at]!
    const [number, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    number.writeUInt32BE(nth + 1)
    checksum.writeUInt32BE(sum)
    return Buffer.concat([number, page, checksum])
  })
  return Buffer.concat([head, ...records])
}

function writeHeader(file: Buffer, applicationId: number, version: number) {
  file.write('SQLite format 3\0', 'latin1')
  file.writeUInt16BE(PAGE, 16)
  Buffer.from([1, 1, 0, 64, 32, 32]).copy(file, 18)
  file.writeUInt32BE(1, 24)
  file.writeUInt32BE(LEVELS + 1, 28)
  file.writeUInt32BE(1, 40)
  file.writeUInt32BE(4, 44)
  file.writeUInt32BE(1, 56)
  file.writeUInt32BE(version, 60)
  file.writeUInt32BE(applicationId, 68)
  file.writeUInt32BE(1, 92)
}

function writeInterior(file: Buffer, number: number) {
  const page = file.subarray((number - 1) * PAGE, number * PAGE)
  const header = number === 1 ? 100 : 0
  const firstCell = PAGE - 5 * CHILDREN
  page[header] = INTERIOR
  page.writeUInt16BE(CHILDREN, header + 3)
  page.writeUInt16BE(firstCell, header + 5)
  page.writeUInt32BE(number + 1, header + 8)
  for (let nth = 0; nth < CHILDREN; nth++) {
    const cell = firstCell + 5 * nth
    page.writeUInt16BE(cell, header + 12 + 2 * nth)
    page.writeUInt32BE(number + 1, cell)
    page[cell + 4] = 1
  }
}
