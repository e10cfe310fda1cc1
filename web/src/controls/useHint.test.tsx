import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useHint } from './useHint.js';

function Named() {
  const [hinted, hint] = useHint({ title: 'Sort by name' });
  return (
    <>
      <button type="button" {...hinted}>
        Name
      </button>
      {hint}
    </>
  );
}

function Described({ title }: { title: string }) {
  const [hinted, hint] = useHint({ title, describeChild: true });
  return (
    <>
      <button type="button" {...hinted}>
        Name
      </button>
      {hint}
    </>
  );
}

it('names its element before anybody looks at it', () => {
  render(<Named />);
  expect(screen.getByRole('button', { name: 'Sort by name' })).toBeInTheDocument();
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});

it('comes with the pointer and goes with it, and the element stays the same', async () => {
  const user = userEvent.setup();
  render(<Named />);
  const button = screen.getByRole('button');
  await user.hover(button);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Sort by name');
  expect(screen.getByRole('button')).toBe(button);
  await user.unhover(button);
  await waitFor(() => {
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });
  await user.hover(button);
  expect(await screen.findByRole('tooltip')).toBeInTheDocument();
});

it('comes with the focus of the keyboard, and Escape closes it', async () => {
  const user = userEvent.setup();
  render(<Named />);
  await user.tab();
  expect(screen.getByRole('button')).toHaveFocus();
  expect(await screen.findByRole('tooltip')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });
  expect(screen.getByRole('button')).toHaveFocus();
});

it('describes its element while it is shown', async () => {
  const user = userEvent.setup();
  render(<Described title="Of the customer" />);
  const button = screen.getByRole('button', { name: 'Name' });
  await user.hover(button);
  await waitFor(() => {
    expect(button).toHaveAccessibleDescription('Of the customer');
  });
  expect(await screen.findByRole('tooltip')).toBeInTheDocument();
  await user.unhover(button);
  await waitFor(() => {
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });
});

it('says nothing without words', async () => {
  const user = userEvent.setup();
  render(<Described title="" />);
  const button = screen.getByRole('button');
  await user.hover(button);
  await user.tab();
  expect(button).not.toHaveAttribute('aria-label');
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});
