// The data inside a one-file page: a test run, a map, or an exported world.

import type { EventView } from './events.ts'
import type { CallView } from './traffic.ts'

export type PageData = RunPage | ComparePage | MapPage | WorldPage

/** What the bubble of a message shows. */
export interface ShownContent {
  text?: string
  /** The id depends only on the content of the file. */
  file?: { kind: string; name: string; unique_id: string }
  buttons?: string[][]
  /** The reply keyboard sent with the message. */
  keys?: string[][]
  /** The text of the message to which this message replies. */
  reply_to?: string
}

/** A line of a conversation as people saw it. */
export interface SceneLine extends ShownContent {
  event: number
  at: number
  chat: string
  kind: 'message' | 'notice' | 'press' | 'edit' | 'delete' | 'act'
  author?: string
  bot?: boolean
  message_id?: number
}

export type UndatedLine = Omit<SceneLine, 'event' | 'at'>

/** The data of a test run. Its texts are complete sentences, so that the page only has to show them. */
export interface RunPage {
  kind: 'run'
  title: string
  trouble: string[]
  /** The first one is the date, the commit and the command of the run. */
  notes: string[]
  advice: FindingPage[]
  /** Given for a run with `--faults`. */
  faults?: FaultMatrix
  coverage: CoverageRow[]
  /** The worst first. */
  scenarios: ScenarioPage[]
}

/** How often a bot held against each kind of fault. */
export interface FaultMatrix {
  /** Each with what such a fault does, the worst that became of a scenario, and of how many. */
  kinds: readonly { name: string; says: string; state: FaultState; scenarios: number }[]
  rows: {
    name: string
    /** The id of the scenario in the report. */
    part?: string | undefined
    /** Why the scenario was not played with faults. */
    skipped?: string
    /** One for each kind, with how many of how many held, and the id of the first finding about it. */
    cells: { count: string; state: FaultState; finding?: string | undefined }[]
  }[]
  notes: string[]
  /** What is lost, and then what there is advice about. */
  findings: FindingPage[]
}

/** What went wrong, and lines about it, of which the first is the most important one. */
export interface FindingPage {
  /** Given for a finding to which a cell of the table links. */
  id?: string
  title: string
  lines: string[]
  /** Given for a difference that was found in another conversation first. */
  first?: { name: string; id: string } | undefined
  /** Plays a scenario that shows the finding alone. */
  command?: string | undefined
  /** Given for what faults caused, with the kinds of faults. */
  state?: FaultState
  kinds?: readonly string[]
}

/** `advised`: the bot held, but there is advice. */
export type FaultState = 'held' | 'advised' | 'lost' | 'untried'

/** The operations, update types, errors or buttons that a run used, and those that it did not use. */
export interface CoverageRow {
  title: string
  /** How many of all were used, such as `3 of 24`. */
  share: string
  used: string[]
  unused: string[]
}

/** What a report has one part for. */
export interface PartPage {
  id: string
  name: string
  /**
   * For a scenario also `flaky`, which passed after a retry, and `weak`, which passed, but fails with faults. For a
   * conversation `alike`: it differs as others do.
   */
  status: string
  /** Where it is, how long it took, or why it was not played. */
  facts: string
  /** Why it failed, in short. */
  reason?: string
  /** How fast the bot answered, and how long it took to start. */
  times?: string
  /** The text that the filter searches, in lower case. */
  search: string
}

export interface ScenarioPage extends PartPage {
  failure?: FailurePage
  parts: ScenePart[]
  /** The kinds of faults with which it failed, each with the id of a finding about it. */
  lost: { kind: string; finding?: string | undefined }[]
  /** Photos as data URLs by file_unique_id. */
  pictures: Readonly<Record<string, string>>
}

export interface FailurePage {
  message: string
  location: string
  /** The line of the conversation, or the call, that is most similar to what was expected. */
  nearest: { event?: number | undefined; call?: number | undefined }
  difference?: { path: string; expected: string; received: string }
  /** What is said before and after the difference, and what the bot wrote. */
  before: string
  after: string
}

/** What follows a step. The first part has no step: it is what came before. */
export interface ScenePart {
  step?: { text: string; line: number; location: string; status: string; duration: string }
  lines: SceneLine[]
  calls: CallView[]
}

export interface ComparePage {
  kind: 'compare'
  title: string
  /** The first one is the date, the commit and the command. */
  notes: string[]
  /** The commands of the two versions. */
  versions?: { before: string; after: string } | undefined
  conversations: ComparedConversation[]
}

export interface ComparedConversation extends PartPage {
  /** Each with the steps here, and with the conversation in which it was found first. */
  differences: FindingPage[]
  /** Lines of both versions side by side, if a difference was found first here. A version may lack a line. */
  rows: { before?: UndatedLine | undefined; after?: UndatedLine | undefined; differs: boolean }[]
}

export interface MapPage {
  kind: 'map'
  title: string
  summary: string[]
  neverUsed: string[]
  states: MappedState[]
}

export interface MappedState {
  name: string
  visits: number
  /** The moves that led from this state to another one. */
  ways: { label: string; to: string; count: number }[]
}

/** A running emulator at one moment, as its page would load it. */
export interface WorldPage {
  kind: 'world'
  title: string
  /** The results of views by path, without the leading slash of the path. */
  views: Readonly<Record<string, unknown>>
  events: EventView[]
  /** Files as data URLs by file_unique_id. */
  files: Readonly<Record<string, string>>
}
