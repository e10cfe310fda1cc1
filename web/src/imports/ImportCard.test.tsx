import type { LeadImport, RefusedRowFields, RetriedRowAnswer } from '@crm/contracts/entities/lead-import.js';
import {
  clearImports,
  downloadRefusedRows,
  listImports,
  listRefusedRows,
  retryRefusedRows,
  uploadBulkCsv,
} from '@crm/contracts/http/imports.js';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdmin } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import { done, eventOf, halfway, openBulkUpload, Page, started } from '../test/bulk-upload.js';
import { FakeUpload } from '../test/FakeUpload.js';
import { savedFiles } from '../test/saved-files.js';

const countOf = (card: HTMLElement, name: string) =>
  within(card).getByText(name).nextElementSibling?.textContent;

describe('the progress of an import', () => {
  it('follows its live events to its end', async () => {
    const { live, has, server } = await openBulkUpload([halfway]);
    const card = await screen.findByRole('listitem', { name: 'spring.csv' });
    const bar = within(card).getByRole('progressbar');
    expect(bar).toHaveAttribute('aria-valuenow', '50');
    expect(countOf(card, 'Created')).toBe('480');

    const next = { ...halfway, read: 750, saved: 720, refused: 22, duplicates: 8 };
    await live.say('importProgress', eventOf(next));
    await waitFor(() => {
      expect(countOf(card, 'Read')).toBe('750');
    });
    expect(countOf(card, 'Created')).toBe('720');
    expect(countOf(card, 'Refused')).toBe('22');
    expect(countOf(card, 'Duplicates')).toBe('8');
    expect(bar).toHaveAttribute('aria-valuenow', '75');
    // Heard in tenths, and not asked for batch by batch.
    expect(within(screen.getByRole('dialog')).getByRole('status')).toHaveTextContent(
      'imported to 70 percent',
    );
    expect(server.calls(listImports)).toHaveLength(1);

    has.imports = [done];
    await live.say('importProgress', eventOf(done));
    expect(await within(card).findByText('Finished')).toBeVisible();
    expect(within(card).queryByRole('progressbar')).not.toBeInTheDocument();
    expect(countOf(card, 'Created')).toBe('1,150');
    const ending = 'spring.csv is imported: 1,150 created, 40 refused, 10 duplicates';
    expect(within(screen.getByRole('dialog')).getByRole('status')).toHaveTextContent(ending);
  });

  it('says nothing of parts until the rows are counted, and then what is true', async () => {
    const counting = { ...started, activity: 'counting', rows: null, bytes_done: 270 } as const;
    const { live, has } = await openBulkUpload([counting]);
    const card = await screen.findByRole('listitem', { name: 'spring.csv' });
    expect(within(card).getByText('Counting rows')).toBeVisible();
    expect(countOf(card, 'Rows in all')).toBe('–');
    expect(countOf(card, 'Read')).toBe('0');
    has.imports = [{ ...started, read: 100 }];
    await live.say('importProgress', eventOf({ ...started, read: 100 }));
    expect(await within(card).findByText('Importing 10%')).toBeVisible();
    expect(countOf(card, 'Read')).toBe('100');
  });

  it.each([
    ['waits for its turn', { activity: 'waiting', rows: null }, 'Waits for its turn'],
    ['was left by whoever worked on it', { activity: 'paused', read: 500 }, 'Paused, resumes by itself'],
  ] as const)('of a file that %s says so', async (_what, part, words) => {
    const { close } = await openBulkUpload([{ ...started, ...part }]);
    const card = await screen.findByRole('listitem', { name: 'spring.csv' });
    expect(within(card).getByText(words)).toBeVisible();
    expect(within(card).queryByText(/%/)).not.toBeInTheDocument();
    await close();
    expect(screen.getByRole('button', { name: words })).toBeVisible();
  });

  it('a late or second delivery takes nothing back', async () => {
    const { live } = await openBulkUpload([halfway]);
    const card = await screen.findByRole('listitem', { name: 'spring.csv' });
    await live.say('importProgress', { ...eventOf(halfway), read: 100, saved: 100 });
    await live.say('importProgress', eventOf(halfway));
    expect(countOf(card, 'Read')).toBe('500');
    expect(countOf(card, 'Created')).toBe('480');
  });

  it('says why a file could not be imported', async () => {
    const { live, has } = await openBulkUpload([started]);
    const card = await screen.findByRole('listitem', { name: 'spring.csv' });
    const failed: LeadImport = { ...started, state: 'failed', message: 'No column holds the phone number.' };
    has.imports = [{ ...failed, finishedAt: '2026-11-20T17:02:00.000Z' }];
    await live.say('importProgress', eventOf(failed));
    expect(await within(card).findByText('Failed')).toBeVisible();
    expect(within(card).getByText('No column holds the phone number.')).toBeVisible();
  });

  it('is read again after the connection was lost', async () => {
    const { live, has, close } = await openBulkUpload([halfway]);
    await screen.findByRole('listitem', { name: 'spring.csv' });
    await close();
    expect(screen.getByRole('button', { name: 'Importing 50%' })).toBeVisible();
    await live.goDown();
    has.imports = [done];
    await live.comeUp();
    expect(
      await screen.findByText(/spring\.csv is imported: 1,150 created/, { ignore: '[role="status"]' }),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: /Importing/ })).not.toBeInTheDocument();
  });

  it('of another admin is found by its first event', async () => {
    const { live, has } = await openBulkUpload();
    expect(await screen.findByText('Uploaded files appear here.')).toBeVisible();
    has.imports = [halfway];
    await live.say('importProgress', eventOf(halfway));
    expect(await screen.findByRole('listitem', { name: 'spring.csv' })).toBeVisible();
  });

  it('stays in sight when it cannot be read again', async () => {
    const { server, pointer, close, open } = await openBulkUpload();
    await close();
    server.on(listImports, refuse({ code: 'unavailable', message: 'The leads cannot be reached' }));
    await pointer.click(screen.getByRole('button', { name: 'Leave' }));
    await pointer.click(screen.getByRole('button', { name: 'Come back' }));
    await open();
    // What is known stays in sight.
    expect(screen.getByText('Uploaded files appear here.')).toBeVisible();
  });
});

test('imports that cannot be read are said to be so, and tried again', async () => {
  const user = buildAdmin();
  const server = new FakeServer(user).on(
    listImports,
    refuse({ code: 'unavailable', message: 'The leads cannot be reached' }),
  );
  const { pointer } = openPart(new FakeUpload(server).around(<Page />), { user, server });
  await pointer.click(await screen.findByRole('button', { name: 'Bulk Upload' }));
  const notice = await screen.findByText('Imports failed to load');
  server.on(listImports, answer(listImports, [done], { 'Content-Range': 'imports 0-0/1' }));
  await pointer.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('listitem', { name: 'spring.csv' })).toBeVisible();
  expect(notice).not.toBeInTheDocument();
});

describe('what has ended', () => {
  const failed: LeadImport = { ...done, id: '66f0a1b2c3d4e5f6010203ab', file: 'broken.csv', state: 'failed' };
  const may: LeadImport = { ...done, id: failed.id.replace('ab', 'ac'), file: 'may.csv' };
  const filesIn = (list: HTMLElement) => [...list.children].map((item) => item.getAttribute('aria-label'));
  const latest = () => filesIn(screen.getAllByRole('list')[0] ?? document.body);

  it('is cleared by a button, stays cleared, and is found among the earlier files', async () => {
    const { pointer, open, close, server } = await openBulkUpload([halfway, may, failed]);
    await screen.findByRole('listitem', { name: 'broken.csv' });
    await pointer.click(screen.getByRole('button', { name: 'Clear finished' }));
    await waitFor(() => {
      expect(latest()).toEqual(['spring.csv']);
    });
    expect(server.calls(clearImports)).toMatchObject([{ body: {} }]);
    await close();
    await open();
    expect(latest()).toEqual(['spring.csv']);
    expect(screen.queryByRole('button', { name: 'Clear finished' })).not.toBeInTheDocument();

    await pointer.click(screen.getByRole('button', { name: 'Earlier files' }));
    const earlier = await screen.findByRole('list', { name: 'Earlier files' });
    expect(filesIn(earlier)).toEqual(['may.csv', 'broken.csv']);
    expect(within(earlier).getAllByRole('button', { name: 'Fix 50 rows' })).toHaveLength(2);
    expect(within(earlier).getByRole('link', { name: 'Audit log of may.csv' })).toHaveAttribute(
      'href',
      expect.stringContaining(`import%2F${may.id}`),
    );
  });

  it('is cleared by itself, never while it runs, and not by closing the dialog', async () => {
    const { pointer, open, close, server } = await openBulkUpload([halfway, may, failed]);
    await screen.findByRole('listitem', { name: 'broken.csv' });
    expect(screen.queryByRole('button', { name: 'Clear spring.csv' })).not.toBeInTheDocument();
    await close();
    await open();
    await pointer.click(screen.getByRole('button', { name: 'Clear broken.csv' }));
    await waitFor(() => {
      expect(latest()).toEqual(['spring.csv', 'may.csv']);
    });
    expect(server.calls(clearImports)).toMatchObject([{ body: { ids: [failed.id] } }]);
  });

  it('stays where it cannot be cleared, with the reason', async () => {
    const { pointer, server } = await openBulkUpload([may]);
    server.on(clearImports, refuse({ code: 'unavailable', message: 'The leads cannot be reached' }));
    await pointer.click(await screen.findByRole('button', { name: 'Clear may.csv' }));
    expect(await screen.findByText('The leads cannot be reached')).toBeVisible();
    expect(latest()).toEqual(['may.csv']);
  });

  it('says where there is nothing earlier', async () => {
    const { pointer } = await openBulkUpload([may]);
    await pointer.click(await screen.findByRole('button', { name: 'Earlier files' }));
    expect(await screen.findByText('No earlier files')).toBeVisible();
  });
});

describe('the refused rows', () => {
  const phoneWrong = 'Phone is not valid: 12';
  const rowOf = (line: number): RefusedRowFields => ({
    line,
    reason: phoneWrong,
    row: 'Ann Lee,12,Texas',
    fields: { fullname: 'Ann Lee', phone: '12', state: 'Texas' },
    errors: { phone: phoneWrong },
  });
  const imported = (line: number) => ({ line, result: 'imported', reason: '', errors: {} }) as const;

  /** The rows of `may.csv` as the server has them, ten to a page. */
  async function openRows(rows: RefusedRowFields[]) {
    const opened = await openBulkUpload([{ ...done, duplicates: 0, refused: rows.length }]);
    const has = { rows };
    opened.server.on(listRefusedRows, (call) => {
      const page = Number(call.query['page'] ?? 1);
      const shown = has.rows.slice((page - 1) * 10, page * 10);
      return answer(listRefusedRows, { rows: shown, totalCount: has.rows.length })(call);
    });
    await opened.pointer.click(await screen.findByRole('button', { name: /^Fix \d+ rows?$/ }));
    const lineOf = async (line: number) =>
      within(await screen.findByRole('listitem', { name: `Line ${String(line)}` }));
    const type = async (line: number, name: string, text: string) => {
      const input = (await lineOf(line)).getByLabelText(name);
      await opened.pointer.clear(input);
      await opened.pointer.type(input, text);
    };
    const answers = (...results: RetriedRowAnswer[]) => {
      const made = results.filter(({ result }) => result === 'imported').length;
      const after = { ...done, saved: 1_150 + made, refused: rows.length - made, duplicates: 0 };
      opened.server.on(
        retryRefusedRows,
        answer(retryRefusedRows, {
          ...{ status: 'success', message: 'Rows imported', rows: results, import: after },
        }),
      );
    };
    return { ...opened, hasRows: has, lineOf, type, answers };
  }

  it('are put right in their place by the rules of the server, and sent once they are right', async () => {
    const { server, pointer, lineOf, type, answers, hasRows } = await openRows([rowOf(17)]);
    const line = await lineOf(17);
    const phone = line.getByRole('textbox', { name: 'Phone' });
    expect(phone).toBeInvalid();
    expect(phone).toHaveAccessibleDescription(phoneWrong);
    // What was fine is not asked for.
    expect(line.queryByLabelText('State')).not.toBeInTheDocument();
    await pointer.click(line.getByRole('button', { name: 'All columns' }));
    await type(17, 'State', 'Nowhere');
    expect(line.getByLabelText('State')).toHaveAccessibleDescription('State is not valid: Nowhere');
    await type(17, 'Phone', '2145550117');
    expect(phone).toBeValid();
    await pointer.click(line.getByRole('button', { name: 'Try again: line 17' }));
    expect(line.getByLabelText('State')).toHaveFocus();
    expect(server.calls(retryRefusedRows)).toHaveLength(0);

    const duplicate = 'Duplicate: a lead with this phone exists';
    answers({ line: 17, result: 'refused', reason: duplicate, errors: { phone: duplicate } });
    await type(17, 'State', 'TX');
    await pointer.click(line.getByRole('button', { name: 'Try again: line 17' }));
    await waitFor(() => {
      expect(phone).toHaveAccessibleDescription(duplicate);
    });
    expect(server.calls(uploadBulkCsv)).toHaveLength(0);

    answers(imported(17));
    hasRows.rows = [];
    await type(17, 'Phone', '2145550118{Enter}');
    expect(await screen.findByText('No rows are left to fix.')).toBeVisible();
    expect(server.calls(retryRefusedRows).at(-1)).toMatchObject({
      params: { id: done.id },
      body: { rows: [{ line: 17, fields: { phone: '2145550118', state: 'TX' } }] },
    });
    const card = await screen.findByRole('listitem', { name: 'spring.csv' });
    expect(countOf(card, 'Created')).toBe('1,151');
    expect(countOf(card, 'Refused')).toBe('0');
  });

  it('are shown a page at a time, and sent together from all of them', async () => {
    const all = Array.from({ length: 12 }, (_, index) => rowOf(index + 2));
    const { server, pointer, type, answers, hasRows, lineOf } = await openRows(all);
    expect(await screen.findByText('1–10 of 12')).toBeVisible();
    await type(3, 'Phone', '2145550117');
    await pointer.click(screen.getByRole('button', { name: 'Next page' }));
    await type(13, 'Phone', '2145550118');
    await type(12, 'Phone', '214');
    answers(imported(3), imported(13));
    hasRows.rows = all.filter(({ line }) => line !== 3 && line !== 13);
    await pointer.click(screen.getByRole('button', { name: 'Try 2 corrected rows again' }));
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Next page' })).not.toBeInTheDocument();
    });
    expect(server.calls(retryRefusedRows).at(-1)?.body).toEqual({
      rows: [
        { line: 3, fields: { phone: '2145550117' } },
        { line: 13, fields: { phone: '2145550118' } },
      ],
    });
    // The second page is no more; what was typed and is not right yet stays.
    expect((await lineOf(12)).getByLabelText('Phone')).toHaveValue('214');
    expect(screen.queryByRole('button', { name: /corrected rows? again/ })).not.toBeInTheDocument();
  });

  it('that were erased meanwhile are counted apart from those that can be fixed', async () => {
    const { hasRows, pointer } = await openRows([rowOf(2), rowOf(3), rowOf(4)]);
    await pointer.click(screen.getByRole('button', { name: 'Hide the rows' }));
    hasRows.rows = [rowOf(3)];
    await pointer.click(screen.getByRole('button', { name: 'Fix 3 rows' }));
    expect(await screen.findByText(/ 2 rows are no longer kept\.$/)).toBeVisible();
    hasRows.rows = [];
    await pointer.click(screen.getByRole('button', { name: 'Hide the rows' }));
    await pointer.click(screen.getByRole('button', { name: 'Fix 3 rows' }));
    expect(await screen.findByText('3 rows are no longer kept.')).toBeVisible();
  });

  it('that have no columns are corrected in their file', async () => {
    const broken = { ...rowOf(4), reason: 'Unclosed quote', row: '"Ann,12', fields: null, errors: {} };
    const { lineOf } = await openRows([broken]);
    const line = await lineOf(4);
    expect(line.getByText('Line 4 · Unclosed quote')).toBeVisible();
    expect(line.getByText('"Ann,12 Fix this row in the file.')).toBeVisible();
    expect(line.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('are downloaded as the server made them', async () => {
    const saved = savedFiles();
    const { server, pointer } = await openBulkUpload([done]);
    const report = 'Line,Reason,Row\r\n17,"Full name is missing",",2145550117"\r\n';
    server.on(downloadRefusedRows, () => new Response(report));
    await pointer.click(
      await screen.findByRole('button', { name: 'Download the refused rows of spring.csv' }),
    );
    await waitFor(() => {
      expect(saved).toEqual([{ name: 'refused-rows-spring.csv', size: report.length }]);
    });
    const [call] = server.calls(downloadRefusedRows);
    expect(call?.params).toEqual({ id: done.id });
    expect(call?.headers.get('Authorization')).toBe('Bearer token-of-the-test');
  });

  it('are offered only where there are any', async () => {
    await openBulkUpload([{ ...done, refused: 0, duplicates: 0 }]);
    await screen.findByRole('listitem', { name: 'spring.csv' });
    expect(screen.queryByRole('button', { name: /refused rows|Fix/ })).not.toBeInTheDocument();
  });

  it('say why they cannot be downloaded', async () => {
    const { server, pointer } = await openBulkUpload([done]);
    server.on(downloadRefusedRows, refuse({ code: 'not_found', message: 'Import not found' }));
    await pointer.click(
      await screen.findByRole('button', { name: 'Download the refused rows of spring.csv' }),
    );
    expect(await screen.findByText('Import not found')).toBeVisible();
  });
});
