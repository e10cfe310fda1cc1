import type { LeadImport } from '@crm/contracts/entities/lead-import.js';
import {
  downloadRefusedRows,
  listImports,
  listRefusedRows,
  retryRefusedRow,
  uploadBulkCsv,
} from '@crm/contracts/http/leads.js';
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
    expect(countOf(card, 'Accepted')).toBe('480');

    const next = { ...halfway, read: 750, saved: 720, refused: 22, duplicates: 8 };
    await live.say('importProgress', eventOf(next));
    await waitFor(() => {
      expect(countOf(card, 'Read')).toBe('750 of 1,000');
    });
    expect(countOf(card, 'Accepted')).toBe('720');
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
    expect(countOf(card, 'Accepted')).toBe('1,150');
    const ending = 'spring.csv is imported: 1,150 accepted, 40 refused, 10 duplicates';
    expect(within(screen.getByRole('dialog')).getByRole('status')).toHaveTextContent(ending);
  });

  it('says nothing of parts until the rows are counted, and then what is true', async () => {
    const { live, has } = await openBulkUpload([{ ...started, rows: null, bytes_done: 270 }]);
    const card = await screen.findByRole('listitem', { name: 'spring.csv' });
    expect(within(card).getByText('Importing')).toBeVisible();
    expect(countOf(card, 'Read')).toBe('0');
    has.imports = [{ ...started, read: 100 }];
    await live.say('importProgress', eventOf({ ...started, read: 100 }));
    expect(await within(card).findByText('Importing 10%')).toBeVisible();
    expect(countOf(card, 'Read')).toBe('100 of 1,000');
  });

  it('a late or second delivery takes nothing back', async () => {
    const { live } = await openBulkUpload([halfway]);
    const card = await screen.findByRole('listitem', { name: 'spring.csv' });
    await live.say('importProgress', { ...eventOf(halfway), read: 100, saved: 100 });
    await live.say('importProgress', eventOf(halfway));
    expect(countOf(card, 'Read')).toBe('500 of 1,000');
    expect(countOf(card, 'Accepted')).toBe('480');
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
      await screen.findByText(/spring\.csv is imported: 1,150 accepted/, { ignore: '[role="status"]' }),
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

  it('is cleared by a button, and can be looked at again', async () => {
    const { pointer } = await openBulkUpload([
      halfway,
      { ...done, id: failed.id.replace('ab', 'ac'), file: 'may.csv' },
      failed,
    ]);
    const files = () => screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-label'));
    await screen.findByRole('listitem', { name: 'broken.csv' });
    await pointer.click(screen.getByRole('button', { name: 'Clear finished' }));
    expect(files()).toEqual(['spring.csv']);
    await pointer.click(screen.getByRole('button', { name: 'Show 2 earlier files' }));
    expect(files()).toEqual(['spring.csv', 'may.csv', 'broken.csv']);
  });

  it('is gone when the dialog is opened anew after it was seen', async () => {
    const { open, close } = await openBulkUpload([failed]);
    await screen.findByRole('listitem', { name: 'broken.csv' });
    await close();
    await open();
    expect(screen.queryByRole('listitem', { name: 'broken.csv' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Show 1 earlier file' })).toBeVisible();
  });
});

describe('the refused rows', () => {
  it('are put right in their place, each by itself', async () => {
    const { server, pointer } = await openBulkUpload([done]);
    const row = {
      line: 17,
      reason: 'Phone is not valid: 12',
      row: 'Ann Lee,12,Texas',
      fields: { fullname: 'Ann Lee', phone: '12', state: 'Texas' },
      errors: { phone: 'Phone is not valid: 12' },
    };
    server.on(listRefusedRows, answer(listRefusedRows, { rows: [row], totalCount: 1 }));
    await pointer.click(await screen.findByRole('button', { name: 'Fix 50 refused rows' }));
    const line = within(await screen.findByRole('listitem', { name: 'Line 17' }));
    const phone = line.getByRole('textbox', { name: 'Phone' });
    expect(phone).toBeInvalid();
    expect(phone).toHaveAccessibleDescription('Phone is not valid: 12');
    // What was fine is not asked for.
    expect(line.queryByRole('textbox', { name: 'State' })).not.toBeInTheDocument();

    const duplicate = 'Duplicate: a lead with this phone exists';
    server.on(
      retryRefusedRow,
      refuse({ code: 'invalid', message: duplicate, errors: { 'fields.phone': duplicate } }),
    );
    await pointer.clear(phone);
    await pointer.type(phone, '2145550117');
    await pointer.click(line.getByRole('button', { name: 'Import the row of line 17' }));
    await waitFor(() => {
      expect(phone).toHaveAccessibleDescription(duplicate);
    });
    expect(server.calls(uploadBulkCsv)).toHaveLength(0);

    const after = { ...done, saved: 1_151, refused: 39 };
    server
      .on(
        retryRefusedRow,
        answer(retryRefusedRow, { status: 'success', message: 'Row imported', import: after }),
      )
      .on(listRefusedRows, answer(listRefusedRows, { rows: [], totalCount: 0 }));
    await pointer.type(phone, '8{Enter}');
    expect(await screen.findByText('Row imported')).toBeVisible();
    expect(server.calls(retryRefusedRow).at(-1)).toMatchObject({
      params: { id: done.id, line: '17' },
      body: { fields: { phone: '21455501178' } },
    });
    expect(countOf(await screen.findByRole('listitem', { name: 'spring.csv' }), 'Accepted')).toBe('1,151');
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
    expect(screen.queryByRole('button', { name: /refused rows/ })).not.toBeInTheDocument();
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
