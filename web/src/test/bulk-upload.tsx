import type { LeadImport } from '@crm/contracts/entities/lead-import.js';
import { listImports, uploadBulkCsv } from '@crm/contracts/http/leads.js';
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
    .on(listImports, (call) => answer(listImports, has.imports, { 'Content-Range': 'imports 0-19/20' })(call))
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
