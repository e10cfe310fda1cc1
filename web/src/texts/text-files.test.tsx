import {
  exampleReceivedText,
  exampleTextFile as picture,
  type TextFile,
} from '@crm/contracts/entities/messaging.js';
import { fetchTextFile, getTextFile } from '@crm/contracts/http/messaging.js';
import { screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { fakeObserver } from '../test/fake-observer.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { FakeUpload } from '../test/FakeUpload.js';
import { savedFiles } from '../test/saved-files.js';
import { openPart } from '../test/TestApp.js';
import { TextFiles } from './TextFiles.js';

const pdf: TextFile = { ...picture, id: '66f0a1b2c3d4e5f6010209cb', kind: 'pdf', type: 'application/pdf' };
const gone: TextFile = {
  ...picture,
  ...{ bytes: null, state: 'lost', reason: 'The carrier no longer has this file', can_fetch: true },
};
const bytes = (type: string) => () => new Response('a file', { headers: { 'content-type': type } });
const time = '11/20/2026 9:41 AM PT';

function openFiles(...files: TextFile[]) {
  const view = fakeObserver();
  const saved = savedFiles();
  const user = buildUser();
  const server = new FakeServer(user);
  const part = new FakeUpload(server).around(<TextFiles files={files} time={time} />);
  return { ...openPart(part, { user, server }), view, saved };
}

describe('a picture', () => {
  it('is loaded once it is scrolled into view, opens large and can be saved', async () => {
    const { view, server, pointer, saved } = openFiles(picture);
    server.on(getTextFile, bytes('image/jpeg'));
    expect(server.calls(getTextFile)).toEqual([]);
    await view.show(document.body);
    const image = await screen.findByRole('img', { name: `Picture of ${time}` });
    expect(image).toHaveAttribute('src', expect.stringMatching(/^blob:/));
    expect(server.calls(getTextFile).map(({ params }) => params)).toEqual([{ id: picture.id }]);
    await pointer.click(image);
    const dialog = within(await screen.findByRole('dialog', { name: `Picture of ${time}` }));
    await pointer.click(dialog.getByRole('button', { name: `Download Picture of ${time}` }));
    await waitFor(() => {
      expect(saved).toEqual([{ name: 'picture-0209ca.jpg', size: 6 }]);
    });
  });

  it('that does not load can be loaded again', async () => {
    const { view, server, pointer } = openFiles(picture);
    server.on(getTextFile, refuse({ code: 'not_found', message: 'File not found' }));
    await view.show(document.body);
    const again = await screen.findByRole('button', { name: 'Load picture again' });
    server.on(getTextFile, bytes('image/jpeg'));
    await pointer.click(again);
    expect(await screen.findByRole('img', { name: `Picture of ${time}` })).toBeVisible();
  });
});

it('what is no picture that browsers draw is a download with its kind and size', async () => {
  const heic: TextFile = { ...picture, type: 'image/heic' };
  const { server, pointer, saved } = openFiles(pdf, heic);
  server.on(getTextFile, bytes('application/pdf'));
  expect(await screen.findByRole('button', { name: `Download Picture of ${time}` })).toBeVisible();
  const button = screen.getByRole('button', { name: `Download PDF of ${time}` });
  expect(button).toHaveTextContent('PDF, 178 KB');
  await pointer.click(button);
  await waitFor(() => {
    expect(saved).toEqual([{ name: 'pdf-0209cb.pdf', size: 6 }]);
  });
});

it('a file that is still coming says so', async () => {
  openFiles({ ...pdf, bytes: null, state: 'fetching' });
  expect(await screen.findByText('PDF: downloading from the carrier')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('one that was lost says why, and can be fetched again where the carrier may have it', async () => {
  const reason = 'The file is larger than 5 MB';
  const { server, pointer } = openFiles(gone, { ...pdf, state: 'lost', reason, can_fetch: false });
  expect(await screen.findByText('Picture: The carrier no longer has this file')).toBeVisible();
  expect(screen.getByText(`PDF: ${reason}`)).toBeVisible();
  server.on(
    fetchTextFile,
    answer(fetchTextFile, {
      ...{ status: 'success', message: 'File is being fetched' },
      text_message: { ...exampleReceivedText, files: [picture], version: 3 },
    }),
  );
  await pointer.click(screen.getByRole('button', { name: `Download again: Picture of ${time}` }));
  expect(await screen.findByText('File is being fetched')).toBeVisible();
  expect(server.calls(fetchTextFile).map(({ params }) => params)).toEqual([{ id: gone.id }]);
});
