import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { exampleText, exampleTextFile } from '@crm/contracts/entities/messaging.js';
import { sendText, uploadTextFile } from '@crm/contracts/http/messaging.js';
import { leadPermission } from '@crm/contracts/http/permission.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { savedFiles } from '../test/saved-files.js';
import { openPart } from '../test/TestApp.js';
import { TextComposer } from './TextComposer.js';

const user = buildUser();
const open = { allowed: true, rule: null, sentence: '', next_allowed_at: null, override_id: null } as const;
const file = (name: string, type: string, size = 1_000) => new File([new Uint8Array(size)], name, { type });
const jpeg = file('house.jpg', 'image/jpeg');
const pdf = file('quote.pdf', 'application/pdf');

async function openComposer() {
  savedFiles();
  let uploads = 0;
  const ids: string[] = [];
  const server = new FakeServer(user)
    .on(
      leadPermission,
      answer(leadPermission, {
        zones: ['America/Chicago'],
        ways: [
          {
            ...{ place: 'phone', address: exampleLifeLead.phone, channel: 'text', permission: open },
            ...{ overridable: false, override: null },
          },
        ],
        changes_at: null,
        as_of: '2026-11-20T17:45:00.000Z',
      }),
    )
    .on(uploadTextFile, (call) => {
      uploads += 1;
      const id = `66f0a1b2c3d4e5f60102a${String(uploads).padStart(3, '0')}`;
      ids.push(id);
      return answer(uploadTextFile, {
        ...{ status: 'success', message: 'File uploaded', file: { ...exampleTextFile, id } },
      })(call);
    });
  const lead = { ...exampleLifeLead, second_phone: null };
  const opened = openPart(<TextComposer lead={lead} denialReason={undefined} />, { user, server });
  const box = await screen.findByRole('textbox', { name: /New text/ });
  const send = screen.getByRole('button', { name: 'Send' });
  const choose = (...files: File[]) => {
    const input = document.querySelector('input[type=file]');
    if (input) fireEvent.change(input, { target: { files } });
  };
  const whole = () =>
    waitFor(() => {
      expect(send).not.toHaveAttribute('aria-disabled');
    });
  return { ...opened, ids, box, send, choose, whole };
}
const attached = () => screen.findByRole('list', { name: 'Attached files' });
const done = { status: 'success', message: 'Message is being sent', text_message: exampleText } as const;

it('a file is uploaded once it is chosen, and goes without words', async () => {
  const { server, pointer, send, choose, whole, ids } = await openComposer();
  await waitFor(() => {
    expect(send).toHaveAccessibleDescription('Cannot send empty message');
  });
  choose(jpeg, pdf);
  const list = within(await attached());
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('house.jpg'),
    expect.stringContaining('quote.pdf'),
  ]);
  await whole();
  expect(list.getAllByText('1 KB')).toHaveLength(2);
  server.on(sendText, answer(sendText, done));
  await pointer.click(send);
  await waitFor(() => {
    expect(screen.queryByRole('list', { name: 'Attached files' })).not.toBeInTheDocument();
  });
  expect(server.calls(sendText)[0]?.body).toMatchObject({ text: '', files: ids });
  const form = server.calls(uploadTextFile)[0]?.body;
  expect(form instanceof FormData && form.get('file')).toMatchObject({ name: 'house.jpg' });
});

it('one that was removed does not go, and the words stay', async () => {
  const { server, pointer, send, choose, whole, box, ids } = await openComposer();
  fireEvent.change(box, { target: { value: 'Your quote' } });
  choose(jpeg, pdf);
  await whole();
  await pointer.click(screen.getByRole('button', { name: 'Remove house.jpg' }));
  server.on(sendText, answer(sendText, done));
  await pointer.click(send);
  await waitFor(() => {
    expect(server.calls(sendText)).toHaveLength(1);
  });
  expect(server.calls(sendText)[0]?.body).toMatchObject({ text: 'Your quote', files: [ids[1]] });
});

it.each([
  ['pasted', (box: HTMLElement) => fireEvent.paste(box, { clipboardData: { files: [jpeg] } })],
  [
    'dropped',
    (box: HTMLElement) => fireEvent.drop(box, { dataTransfer: { files: [jpeg], types: ['Files'] } }),
  ],
])('what is %s is attached', async (_how, bring) => {
  const { box, whole } = await openComposer();
  bring(box);
  expect(within(await attached()).getByText('house.jpg')).toBeVisible();
  await whole();
});

it.each([
  ['a fourth file', [jpeg, jpeg, jpeg, jpeg], 'At most 3 files per text'],
  ['a page', [file('a.html', 'text/html')], 'Choose JPEG, PNG, GIF or PDF files'],
  ['a large PDF', [file('a.pdf', 'application/pdf', 500_001)], 'A PDF can have at most 500 KB'],
  ['too much', [file('a.png', 'image/png', 4_500_001)], 'All files together can have at most 4.5 MB'],
])('%s is refused before it is uploaded', async (_what, files, message) => {
  const { server, choose } = await openComposer();
  choose(...files);
  expect(await screen.findByText(message)).toBeVisible();
  expect(server.calls(uploadTextFile)).toEqual([]);
  expect(screen.queryByRole('list', { name: 'Attached files' })).not.toBeInTheDocument();
});

it('one that the server refuses goes away, with its reason', async () => {
  const { server, choose } = await openComposer();
  server.on(uploadTextFile, refuse({ code: 'invalid', message: 'Choose JPEG, PNG, GIF or PDF files' }));
  choose(jpeg);
  expect(await screen.findByText('Choose JPEG, PNG, GIF or PDF files')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Attached files' })).not.toBeInTheDocument();
});

it('a text that was refused keeps its files', async () => {
  const { server, pointer, send, choose, whole } = await openComposer();
  choose(jpeg);
  await whole();
  server.on(sendText, refuse({ code: 'unavailable', message: 'Try again in a moment' }));
  await pointer.click(send);
  expect(await screen.findByText('Try again in a moment')).toBeVisible();
  expect(within(await attached()).getByText('house.jpg')).toBeVisible();
});
