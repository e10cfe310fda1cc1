import {
  useEffect,
  useLayoutEffect,
  useRef,
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { applyMask, caretAfterMask, settleMask, type MaskName } from './mask.rules.js';

/** Debounce: validation errors are shown after this long without typing. */
const pauseMs = 900;

type Field = HTMLInputElement | HTMLTextAreaElement;

interface Options {
  mask?: MaskName | undefined;
  onType: (text: string) => void;
  /** Called on blur and Enter, after masking. */
  onLeave?: (() => void) | undefined;
  /** Called when typing pauses (debounced). */
  onPause?: (() => void) | undefined;
}

interface Typing {
  input: RefObject<Field | null>;
  onChange: (event: ChangeEvent<Field>) => void;
  onBlur: (event: FocusEvent<Field>) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const isPasted = ({ nativeEvent }: ChangeEvent<Field>) =>
  'inputType' in nativeEvent &&
  (nativeEvent.inputType === 'insertFromPaste' || nativeEvent.inputType === 'insertFromDrop');

/** The typing behaviour of a field: mask, caret, and when to show errors. */
export function useTyping({ mask, onType, onLeave, onPause }: Options): Typing {
  const input = useRef<Field>(null);
  const caret = useRef<number>(undefined);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const notified = useRef(onPause);
  useEffect(() => {
    notified.current = onPause;
  });
  useEffect(
    () => () => {
      clearTimeout(rest.current);
    },
    [],
  );
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  const settle = () => {
    clearTimeout(rest.current);
    const typed = input.current?.value;
    if (mask === undefined || typed === undefined) return;
    const settled = settleMask(mask, typed);
    if (settled !== typed) onType(settled);
  };
  return {
    input,
    onChange: (event) => {
      clearTimeout(rest.current);
      rest.current = setTimeout(() => notified.current?.(), pauseMs);
      const { value: typed, selectionStart } = event.target;
      if (mask === undefined) {
        onType(typed);
        return;
      }
      const shown = isPasted(event) ? settleMask(mask, typed) : applyMask(mask, typed);
      caret.current = caretAfterMask(typed, selectionStart ?? typed.length, shown);
      onType(shown);
    },
    onBlur: () => {
      settle();
      onLeave?.();
    },
    onKeyDown: ({ key }) => {
      if (key !== 'Enter' || mask === undefined) return;
      settle();
      onLeave?.();
    },
  };
}
