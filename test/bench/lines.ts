import { type Summary, summary, table } from './statistics.ts'

/** Whose figure a value is: of this build, of the build beside it, or of an extension that does nothing. */
export type Column = 'ours' | 'beside' | 'floor'

interface Line {
  name: string
  unit: string
  budget: string
  values: Record<Column, number[]>
}

export interface Lines {
  /**
   * Adds values to the line with this name. A line keeps the place of its first value.
   * @param budget kept from the first call that gives one
   */
  note(column: Column, name: string, value: number | number[], budget?: string, unit?: string): void
  all(): Line[]
}

export function createLines(): Lines {
  const lines = new Map<string, Line>()
  return {
    note(column, name, value, budget = '', unit = 'ms') {
      const line = lines.get(name) ?? { name, unit, budget: '', values: { ours: [], beside: [], floor: [] } }
      line.budget ||= budget
      line.values[column].push(...[value].flat())
      lines.set(name, line)
    },
    all: () => [...lines.values()],
  }
}

interface Figures extends Omit<Line, 'values'> {
  /** `null` for a column without values. */
  ours: (Summary & { values: number[] }) | null
  beside: (Summary & { values: number[] }) | null
  floor: (Summary & { values: number[] }) | null
  /** Ratios of the medians. */
  oursToBeside: number | null
  oursToFloor: number | null
}

/** The figures of each line, as they are written as JSON. */
export function figuresOf(lines: Line[]): Figures[] {
  return lines.map(({ values, ...line }) => {
    const of = (column: Column) =>
      values[column].length === 0 ? null : { ...summary(values[column]), values: values[column] }
    const [ours, beside, floor] = [of('ours'), of('beside'), of('floor')]
    const oursTo = (other: Summary | null) => (ours === null || other === null ? null : ours.median / other.median)
    return { ...line, ours, beside, floor, oursToBeside: oursTo(beside), oursToFloor: oursTo(floor) }
  })
}

/** The figures as a table; a column that no line has is left out. */
export function tableOf(figures: Figures[]): string {
  const text = (value: number | undefined) =>
    value === undefined ? '' : Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1)
  const times = (ratio: number | null) => (ratio === null ? '' : `${ratio.toFixed(2)} ×`)
  const columns: [string, (of: Figures) => string][] = [
    ['', ({ name, unit }) => (unit === '' ? name : `${name}, ${unit}`)],
    ['median', ({ ours }) => text(ours?.median)],
    ['p95', ({ ours }) => text(ours?.p95)],
    ['n', ({ ours }) => text(ours?.count)],
    ['beside', ({ beside }) => text(beside?.median)],
    ['its p95', ({ beside }) => text(beside?.p95)],
    ['ours/beside', ({ oursToBeside }) => times(oursToBeside)],
    ['floor', ({ floor }) => text(floor?.median)],
    ['ours/floor', ({ oursToFloor }) => times(oursToFloor)],
    ['budget', ({ budget }) => budget],
  ]
  const shown = columns.filter(([, cell]) => figures.some(each => cell(each) !== ''))
  return table([shown.map(([title]) => title), ...figures.map(each => shown.map(([, cell]) => cell(each)))])
}

/**
 * Does the work once a run for each of `all`, one after the other, in the opposite order in every second run: what the
 * machine does meanwhile, and what one leaves to the next, falls on all alike.
 * @param first number of the first run; those below 0 are for warming up
 */
export async function inTurns<Each>(
  all: readonly Each[],
  runs: number,
  work: (each: Each, run: number) => Promise<void>,
  first = 0,
): Promise<void> {
  for (let run = first; run < runs; run++)
    for (const each of run % 2 === 0 ? all : all.toReversed()) await work(each, run)
}
