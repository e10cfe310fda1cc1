import { useState, type PointerEvent, type ReactNode } from 'react';
import { useHint } from './useHint.js';

interface Props {
  /** The full value, shown in a tooltip if truncated. */
  text: string;
  /** The cell's content, if not the value itself. */
  children?: ReactNode;
}

/** A value truncated with an ellipsis. */
export function Clip({ text, children = text }: Props) {
  const [isCut, setCut] = useState(false);
  const [hinted, hint] = useHint({ title: isCut ? text : '', placement: 'bottom-start' });
  const measure = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    setCut(currentTarget.textContent !== text || currentTarget.scrollWidth > currentTarget.clientWidth);
  };
  return (
    <>
      <span className="clip" onPointerEnter={measure} {...hinted}>
        {children}
      </span>
      {hint}
    </>
  );
}
