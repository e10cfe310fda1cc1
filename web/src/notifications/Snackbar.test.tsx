import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { act, screen, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { useRef, useState } from 'react';
import type { OutcomeStatus } from '@crm/contracts/errors.js';
import { openPart } from '../test/TestApp.js';
import { useShowAnswer } from './useShowAnswer.js';

const Says = ({ answers }: { answers: { status?: OutcomeStatus; message: string }[] }) => {
  const show = useShowAnswer();
  return <Button onClick={() => answers.forEach(show)}>Say</Button>;
};

const say = async (...answers: { status?: OutcomeStatus; message: string }[]) => {
  const { pointer } = openPart(<Says answers={answers} />);
  await pointer.click(await screen.findByRole('button', { name: 'Say' }));
  return pointer;
};
const bar = () => screen.queryByText(/./, { selector: '[data-type] *' })?.closest('[data-type]');

describe('the snackbar', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each(['success', 'info', 'warning', 'error'] as const)(
    'shows an answer in its colour: %s',
    async (status) => {
      await say({ status, message: 'Done so' });
      expect((await screen.findByText('Done so')).closest('[data-type]')).toHaveAttribute(
        'data-type',
        status,
      );
    },
  );

  it('is red for an answer that names no colour', async () => {
    await say({ message: 'Unclear' });
    expect((await screen.findByText('Unclear')).closest('[data-type]')).toHaveAttribute('data-type', 'error');
  });

  it('interrupts a reader of the screen for errors alone', async () => {
    await say({ status: 'error', message: 'Broken' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Broken');
  });

  it('is heard although a dialog opens over the page', async () => {
    const SaysAndAsks = () => {
      const show = useShowAnswer();
      const [open, setOpen] = useState(false);
      return (
        <>
          <Button
            onClick={() => {
              show({ status: 'error', message: 'Broken' });
              setOpen(true);
            }}
          >
            Say
          </Button>
          <Dialog open={open}>Sure?</Dialog>
        </>
      );
    };
    const { pointer } = openPart(<SaysAndAsks />);
    await pointer.click(await screen.findByRole('button', { name: 'Say' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Say' })).not.toBeInTheDocument();
    expect(await screen.findByRole('alert')).toHaveTextContent('Broken');
  });

  it('goes after 6 seconds', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    await say({ status: 'success', message: 'Saved' });
    await screen.findByText('Saved');
    await act(() => jest.advanceTimersByTimeAsync(5500));
    expect(screen.getByText('Saved')).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(1000));
    await waitFor(() => {
      expect(bar()).toBeUndefined();
    });
  });

  it('closes by its button', async () => {
    const pointer = await say({ status: 'success', message: 'Saved' });
    await pointer.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => {
      expect(screen.queryByText('Saved')).not.toBeInTheDocument();
    });
  });

  it('shows the newest message alone, and the same words once', async () => {
    await say({ message: 'First' }, { message: 'First' }, { message: 'Second' });
    expect(await screen.findByText('Second')).toBeVisible();
    expect(screen.queryByText('First')).not.toBeInTheDocument();
  });

  it('gives a second refusal within the six seconds its place at once, and its own six seconds', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const Refuses = () => {
      const show = useShowAnswer();
      const count = useRef(0);
      return (
        <Button
          onClick={() => {
            count.current += 1;
            show({ status: 'error', message: `Refusal ${String(count.current)}` });
          }}
        >
          Say
        </Button>
      );
    };
    const { pointer } = openPart(<Refuses />);
    await pointer.click(await screen.findByRole('button', { name: 'Say' }));
    await screen.findByText('Refusal 1');
    await act(() => jest.advanceTimersByTimeAsync(4000));
    await pointer.click(screen.getByRole('button', { name: 'Say' }));
    expect(await screen.findByText('Refusal 2')).toBeVisible();
    expect(screen.queryByText('Refusal 1')).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(4000));
    expect(screen.getByText('Refusal 2')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(3000));
    await waitFor(() => {
      expect(bar()).toBeUndefined();
    });
  });

  it('gives way to a weightier message at once', async () => {
    await say({ status: 'info', message: 'Remember' }, { status: 'warning', message: 'Not now' });
    expect(await screen.findByText('Not now')).toBeVisible();
    expect(screen.queryByText('Remember')).not.toBeInTheDocument();
  });

  it('lets a refusal be read before a lighter message takes its place', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    await say(
      { status: 'warning', message: 'Not now' },
      { status: 'success', message: 'Started' },
      { status: 'info', message: 'Remember' },
    );
    expect(await screen.findByText('Not now')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(screen.getByText('Not now')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.getByText('Remember')).toBeVisible();
    expect(screen.queryByText('Not now')).not.toBeInTheDocument();
    expect(screen.queryByText('Started')).not.toBeInTheDocument();
  });
});
