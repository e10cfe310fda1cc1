import { importColumns } from '@crm/contracts/resources/import-columns.js';
import { matchColumns } from './columns.rules.js';
import { reportHead } from './refused-report.js';

const encoding = 'utf-8';

test('every column of a report is read as the column that it was, and those of its own are none', () => {
  const columns = importColumns.map(({ name }, position): [number, string] => [position, name]);
  const head = reportHead({ layout: { delimiter: ',', encoding, columns } });
  const read = matchColumns(head);
  expect(head.map((_title, position) => read.get(position))).toEqual([
    undefined,
    undefined,
    ...importColumns.map(({ name }) => name),
    undefined,
  ]);
  // As the head of a download is written.
  expect(head.filter((title) => /[",\r\n]/.test(title))).toEqual([]);
});

test('a report has the columns of its file in their order', () => {
  const layout = {
    delimiter: ';',
    encoding,
    columns: [
      [2, 'phone'],
      [5, 'fullname'],
    ] as [number, string][],
  } as const;
  expect(reportHead({ layout })).toEqual(['Line', 'Reason', 'Phone', 'Full Name', 'Row']);
  expect(reportHead({ layout: null })).toEqual(['Line', 'Reason', 'Row']);
});
