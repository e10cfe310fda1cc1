import { act, fireEvent, screen } from '@testing-library/react';
import { openPart } from '../test/TestApp.js';
import { PanelNotice } from './PanelNotice.js';

test('what failed says so while it is asked again, and that it is asked', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  openPart(<PanelNotice text="The notes could not be loaded." onRetry={() => answered} />);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  fireEvent.click(retry);
  expect(screen.getByRole('alert')).toHaveTextContent('The notes could not be loaded.');
  expect(retry).toBeDisabled();
  expect(screen.getByRole('progressbar')).toBeVisible();
  await act(async () => {
    answer();
    await answered;
  });
  expect(retry).toBeEnabled();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});
