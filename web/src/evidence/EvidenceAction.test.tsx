import { screen, waitFor } from '@testing-library/react';
import { makeEvidence } from '@crm/contracts/http/evidence.js';
import { buildAdmin } from '../test/builders.js';
import { FakeServer, refuse } from '../test/FakeServer.js';
import { FakeUpload } from '../test/FakeUpload.js';
import { openPart } from '../test/TestApp.js';
import { savedFiles } from '../test/saved-files.js';
import { EvidenceAction } from './EvidenceAction.js';

const subject = { phone: '+12145550117' };

function open() {
  const user = buildAdmin();
  const server = new FakeServer(user);
  const part = <EvidenceAction subject={subject} name="(214) 555-0117" />;
  return openPart(new FakeUpload(server).around(part), { user, server });
}

it('downloads the pack of whom it is about', async () => {
  const files = savedFiles();
  const { pointer, server } = open();
  server.on(makeEvidence, () => new Response('PK', { headers: { 'content-type': 'application/zip' } }));
  await pointer.click(await screen.findByRole('button', { name: 'Evidence pack of (214) 555-0117' }));
  await waitFor(() => {
    expect(files.map(({ size }) => size)).toEqual([2]);
  });
  expect(files[0]?.name).toMatch(/^evidence-[\d-]+\.zip$/);
  expect(server.calls(makeEvidence)[0]?.body).toEqual(subject);
});

it('says why there is none', async () => {
  const { pointer, server } = open();
  const message = 'Another service does not answer';
  server.on(makeEvidence, refuse({ code: 'unavailable', message }));
  await pointer.click(await screen.findByRole('button', { name: /^Evidence pack/ }));
  expect(await screen.findByText(message)).toBeVisible();
});
