import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { openPart } from '../test/TestApp.js';
import { DialogFrame } from './DialogFrame.js';

test.each([
  ['closes with Escape', false, 1],
  ['that is persistent closes by its buttons alone, typed into or not', true, 0],
])('a dialog %s', async (_what, persistent, closed) => {
  const onClose = jest.fn();
  const { pointer } = openPart(
    <DialogFrame open title="Question" persistent={persistent} onClose={onClose}>
      <input aria-label="Answer" />
    </DialogFrame>,
  );
  await pointer.click(await screen.findByRole('textbox', { name: 'Answer' }));
  await pointer.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(closed);
  await pointer.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(closed + 1);
});
