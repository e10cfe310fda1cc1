import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { Activity, StrictMode, useState } from 'react';
import { openPart } from '../test/TestApp.js';
import { RichTextField, useRichText } from './RichTextField.js';

const drawn: Editor[] = [];

function Composer() {
  const { editor, isBlank } = useRichText({ label: 'Words', html: '<p>Good morning</p>' });
  drawn.push(editor);
  return (
    <>
      <RichTextField editor={editor} />
      <p>{isBlank ? 'Nothing to send' : `Sends ${editor.getHTML()}`}</p>
      <button
        type="button"
        onClick={() => {
          editor.commands.setContent('<p>Good evening</p>', { emitUpdate: true });
        }}
      >
        Write
      </button>
    </>
  );
}

function Page() {
  const [isSeen, setSeen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setSeen(!isSeen);
        }}
      >
        Turn
      </button>
      <Activity mode={isSeen ? 'visible' : 'hidden'}>
        <Composer />
      </Activity>
    </>
  );
}

const turn = () => screen.getByRole('button', { name: 'Turn' });

test('an editor that is drawn ahead is used as soon as it is seen', async () => {
  const { pointer } = openPart(<Page />);
  expect(await screen.findByText('Sends <p>Good morning</p>')).not.toBeVisible();
  await pointer.click(turn());
  expect(screen.getByRole('textbox', { name: 'Words' })).toHaveTextContent('Good morning');
  await pointer.click(screen.getByRole('button', { name: 'Write' }));
  expect(await screen.findByText('Sends <p>Good evening</p>')).toBeVisible();
});

test('an editor goes with its page, and stays when strict mode takes that away for a moment', async () => {
  openPart(
    <StrictMode>
      <Composer />
    </StrictMode>,
  );
  expect(await screen.findByText('Sends <p>Good morning</p>')).toBeVisible();
  const editor = drawn.at(-1);
  expect(editor?.isDestroyed).toBe(false);
  cleanup();
  await waitFor(() => {
    expect(editor?.isDestroyed).toBe(true);
  });
});

test('the formats are one stop of the Tab key, and the arrow keys move among them', async () => {
  const { pointer } = openPart(<Page />);
  await pointer.click(turn());
  await pointer.tab();
  const [first, second] = within(screen.getByRole('toolbar')).getAllByRole('button');
  expect(first).toHaveFocus();
  await pointer.keyboard('{ArrowRight}');
  expect(second).toHaveFocus();
  expect(
    within(screen.getByRole('toolbar'))
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toEqual([second]);
});
