import type { LeadImport } from '@crm/contracts/entities/lead-import.js';
import { clearImports, listImports, uploadBulkCsv } from '@crm/contracts/http/imports.js';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { buildAdmin } from './builders.js';
import { answer, FakeServer } from './FakeServer.js';
import { openPart } from './TestApp.js';
import { BulkUpload } from '../imports/BulkUpload.js';
import { FakeUpload } from './FakeUpload.js';

export const started: LeadImport = {
  id: '66f0a1b2c3d4e5f6010203aa',
  file: 'spring.csv',
  type: 'health',
  state: 'running',
  activity: 'importing',
  rows: 1_000,
  read: 0,
  saved: 0,
  refused: 0,
  duplicates: 0,
  bytes: 1_000,
  bytes_done: 0,
  message: '',
  started_by: buildAdmin().id,
  consent: null,
  cleared: false,
  rows_until: null,
  createdAt: '2026-11-20T17:00:00.000Z',
  finishedAt: null,
};
export const halfway: LeadImport = {
  ...started,
  read: 500,
  saved: 480,
  refused: 15,
  duplicates: 5,
  bytes_done: 500,
};
export const done: LeadImport = {
  ...halfway,
  state: 'done',
  activity: null,
  rows_until: '2027-02-18T17:02:00.000Z',
  rows: 1_200,
  read: 1_200,
  saved: 1_150,
  refused: 40,
  duplicates: 10,
  bytes_done: 1_000,
  finishedAt: '2026-11-20T17:02:00.000Z',
};
export const eventOf = ({ id, read, saved, refused, duplicates, state }: LeadImport) => ({
  import_id: id,
  read,
  saved,
  refused,
  duplicates,
  done: state !== 'running',
});

/** A file of 40 bytes. */
export const csv = () =>
  new File(['Name;Phone\nRaymond J Okafor;2145550117\r\n'], 'spring.csv', { type: 'text/csv' });

/** A page that can be left and come back to. */
export function Page() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      <button
        onClick={() => {
          setThere(!isThere);
        }}
      >
        {isThere ? 'Leave' : 'Come back'}
      </button>
      {isThere && <BulkUpload />}
    </>
  );
}

/** Opens the dialog on a server that has these imports, and can be given others meanwhile. */
export async function openBulkUpload(imports: LeadImport[] = []) {
  const user = buildAdmin();
  const has = { imports };
  const server = new FakeServer(user)
    .on(listImports, (call) => {
      const isEarlier = call.query['filter']?.includes('earlier_than') === true;
      const found = has.imports.filter(({ cleared }) => cleared === isEarlier);
      const range = `imports 0-${String(found.length)}/${String(found.length)}`;
      return answer(listImports, found, { 'Content-Range': range })(call);
    })
    .on(clearImports, (call) => {
      const ids = clearImports.body?.parse(call.body).ids;
      has.imports = has.imports.map((each) => ({
        ...each,
        cleared: each.cleared || (each.state !== 'running' && ids?.includes(each.id) !== false),
      }));
      return answer(clearImports, { status: 'success', message: '1 file cleared' })(call);
    })
    .on(uploadBulkCsv, (call) => {
      has.imports = [started, ...has.imports];
      return answer(uploadBulkCsv, { status: 'info', message: 'Import started', import: started })(call);
    });
  const carrier = new FakeUpload(server);
  const opened = openPart(carrier.around(<Page />), { user, server });
  const open = async () => {
    await opened.pointer.click(await screen.findByRole('button', { name: 'Bulk Upload' }));
    return screen.findByRole('dialog', { name: 'Bulk Upload' });
  };
  const dialog = await open();
  await waitFor(() => {
    expect(server.calls(listImports)).not.toHaveLength(0);
  });
  const close = async () => {
    const [, close] = screen.getAllByRole('button', { name: 'Close' });
    if (close) await opened.pointer.click(close);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  };
  const upload = () => opened.pointer.click(screen.getByRole('button', { name: 'Upload' }));
  return { ...opened, has, carrier, dialog, open, close, upload };
}
