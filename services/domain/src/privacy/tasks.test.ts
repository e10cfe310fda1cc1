import type { PersonRecords } from '@crm/contracts/http/privacy.js';
import { sheetsOf, workOffTasks, type TaskBook, type TaskReport, type PersonDesk } from './tasks.js';

const items = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ number: from + index }));

describe('records in sheets', () => {
  const cases: [string, PersonRecords[], PersonRecords[][]][] = [
    ['nothing is one empty sheet', [], [[]]],
    ['kinds without records need none', [{ kind: 'notes', items: [] }], [[]]],
    [
      'what fits stays together',
      [
        { kind: 'calls', items: items(0, 2) },
        { kind: 'texts', items: items(0, 1) },
      ],
      [
        [
          { kind: 'calls', items: items(0, 2) },
          { kind: 'texts', items: items(0, 1) },
        ],
      ],
    ],
    [
      'what does not goes on on the next, across kinds',
      [
        { kind: 'calls', items: items(0, 4) },
        { kind: 'texts', items: items(0, 3) },
      ],
      [
        [{ kind: 'calls', items: items(0, 3) }],
        [
          { kind: 'calls', items: items(3, 4) },
          { kind: 'texts', items: items(0, 2) },
        ],
        [{ kind: 'texts', items: items(2, 3) }],
      ],
    ],
  ];
  test.each(cases)('%s', (_how, records, sheets) => {
    expect(sheetsOf(records, 3)).toEqual(sheets);
  });
});

describe('tasks', () => {
  const task = (id: string, kind: 'export' | 'erasure') =>
    ({ id, kind, phones: ['+12145550117'], emails: [], lead_ids: [] }) as const;
  const bookOf = (open: ReturnType<typeof task>[]) => {
    const reports: [string, TaskReport][] = [];
    const book: TaskBook = {
      open: async () => open.map((each) => ({ ...each, phones: [...each.phones], emails: [], lead_ids: [] })),
      report: async (id, report) => reports.push([id, report]),
    };
    return { book, reports };
  };
  const desk: PersonDesk = {
    collect: async () => [{ kind: 'texts', items: items(0, 501) }],
    expire: async () => ({ counts: {}, isWhole: true }),
    erase: async () => ({ counts: { texts: 3 }, isWhole: false }),
  };

  test('what is collected is told sheet by sheet, the last one last, each with the counts of all', async () => {
    const { book, reports } = bookOf([task('a', 'export')]);
    await workOffTasks(book, desk);
    expect(
      reports.map(([id, { sheet, is_last, counts, records }]) => [
        id,
        sheet,
        is_last,
        counts,
        records?.[0]?.items.length,
      ]),
    ).toEqual([
      ['a', 0, false, { texts: 501 }, 500],
      ['a', 1, true, { texts: 501 }, 1],
    ]);
  });

  test('an erasure that left something is told, and not as the last word', async () => {
    const { book, reports } = bookOf([task('b', 'erasure')]);
    await workOffTasks(book, desk);
    expect(reports).toEqual([['b', { sheet: 0, is_last: false, counts: { texts: 3 }, records: [] }]]);
  });

  test('one that fails keeps none of the others back, and is thrown at the end', async () => {
    const { book, reports } = bookOf([task('c', 'export'), task('d', 'erasure')]);
    const failing: PersonDesk = {
      ...desk,
      collect: async () => {
        throw new Error('The store is out of reach');
      },
    };
    await expect(workOffTasks(book, failing)).rejects.toThrow('The store is out of reach');
    expect(reports.map(([id]) => id)).toEqual(['d']);
  });
});
