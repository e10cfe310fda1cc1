import { useState, type PointerEvent, type ReactNode } from 'react';
import { useHint } from './useHint.js';

interface Props {
  /** The full value, shown in a tooltip if truncated. */
  text: string;
  /** The cell's content, if not the value itself. */
  children?: ReactNode;
  /** In a list: quieter than what the row is about. */
  isSecondary?: boolean;
}

/** A value truncated with an ellipsis. */
export function Clip({ text, children = text, isSecondary = false }: Props) {
  const [isCut, setCut] = useState(false);
  const [hinted, hint] = useHint({ title: isCut ? text : '', placement: 'bottom-start' });
  const measure = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    setCut(currentTarget.textContent !== text || currentTarget.scrollWidth > currentTarget.clientWidth);
  };
  return (
    <>
      <span className={isSecondary ? 'clip cell-secondary' : 'clip'} onPointerEnter={measure} {...hinted}>
        {children}
      </span>
      {hint}
    </>
  );
}
