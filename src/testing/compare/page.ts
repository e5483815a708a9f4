// The HTML report: both versions of each differing chat, on two phones side by side.

import type { ComparePage, SceneLine } from '../../control/contract/page-data.ts'
import { pageFile } from '../scenarios/report/page-file.ts'
import type { Place } from './groups.ts'
import { compareSummary, groupTitle, placeText } from './report.ts'
import type { CompareResult } from './run-compare.ts'
import { chatRows } from './side-by-side.ts'
import type { ToldLine } from './told.ts'

export function htmlCompareReport(result: CompareResult): string {
  const page: ComparePage = {
    kind: 'compare',
    title: compareSummary(result),
    notes: result.notes,
    differences: result.groups.map((group) => ({
      text: groupTitle(group),
      places: group.places.map((place: Place) => placeText(place)),
      rows: chatRows(group, Number.POSITIVE_INFINITY).map(({ before, after, differs }) => ({
        differs,
        ...(before && { before: sceneLine(before) }),
        ...(after && { after: sceneLine(after) }),
      })),
    })),
  }
  return pageFile(page)
}

const sceneLine = ({ step: _, ...line }: ToldLine): SceneLine => ({ ...line, event: 0, at: 0 })
