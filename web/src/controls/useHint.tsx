import {
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import Tooltip, { type TooltipProps } from '@mui/material/Tooltip';

type Listeners = Pick<
  HTMLAttributes<HTMLElement>,
  'onMouseOver' | 'onMouseLeave' | 'onFocus' | 'onBlur' | 'onTouchStart' | 'onTouchEnd'
>;

interface Asked {
  element: HTMLElement;
  /** What the tooltip has not been told yet. */
  notify: (() => void) | undefined;
}

type Options = Pick<TooltipProps, 'title' | 'placement' | 'describeChild'>;

/**
 * A tooltip that begins to exist with the first pointer, finger or focus on its element: a list has dozens that nobody
 * looks at. Gives the properties of that element, and what stands beside it.
 */
export function useHint({
  title,
  placement,
  describeChild = false,
}: Options): [hinted: Required<Listeners> & { 'aria-label'?: string }, hint: ReactNode] {
  const [element, setElement] = useState<HTMLElement>();
  const asked = useRef<Asked>(undefined);
  const listeners = useRef<Listeners>({});
  const passed = useMemo(() => {
    const begin = (at: HTMLElement, notify: () => void) => {
      if (asked.current?.element === at && asked.current.notify === undefined) {
        notify();
        return;
      }
      asked.current = { element: at, notify };
      setElement(at);
    };
    const end = () => {
      // It has left before the tooltip was there.
      if (asked.current?.notify) asked.current = undefined;
    };
    return {
      onMouseOver: (event) => {
        begin(event.currentTarget, () => listeners.current.onMouseOver?.(event));
      },
      onFocus: (event) => {
        begin(event.currentTarget, () => listeners.current.onFocus?.(event));
      },
      onTouchStart: (event) => {
        begin(event.currentTarget, () => listeners.current.onTouchStart?.(event));
      },
      onMouseLeave: (event) => {
        end();
        listeners.current.onMouseLeave?.(event);
      },
      onBlur: (event) => {
        end();
        listeners.current.onBlur?.(event);
      },
      onTouchEnd: (event) => {
        end();
        listeners.current.onTouchEnd?.(event);
      },
    } satisfies Listeners;
  }, []);
  const names = !describeChild && typeof title === 'string' && title !== '';
  return [
    names ? { ...passed, 'aria-label': title } : passed,
    element && title !== '' && (
      <Tooltip title={title} {...(placement && { placement })} describeChild={describeChild}>
        <Stand element={element} asked={asked} listeners={listeners} />
      </Tooltip>
    ),
  ];
}

interface StandProps extends Listeners {
  element: HTMLElement;
  asked: RefObject<Asked | undefined>;
  listeners: RefObject<Listeners>;
  ref?: Ref<HTMLElement>;
  title?: string;
  'aria-describedby'?: string;
  /** By it MUI sees, while developing, whether its properties arrive. */
  'data-mui-internal-clone-element'?: true;
}

/** Stands for the element as the child of the tooltip, and hands on to it what the tooltip wants of a child. */
function Stand({ element, asked, listeners, ref, title, ...wanted }: StandProps) {
  const { onMouseOver, onMouseLeave, onFocus, onBlur, onTouchStart, onTouchEnd } = wanted;
  const isKnown = useRef(false);
  useImperativeHandle(ref, () => element, [element]);
  useLayoutEffect(() => {
    listeners.current = { onMouseOver, onMouseLeave, onFocus, onBlur, onTouchStart, onTouchEnd };
    // With the second drawing the tooltip knows its element.
    if (isKnown.current && asked.current) {
      const { notify } = asked.current;
      asked.current.notify = undefined;
      notify?.();
    }
    isKnown.current = true;
  });
  const { 'aria-describedby': description, 'data-mui-internal-clone-element': isCloned } = wanted;
  useLayoutEffect(() => {
    const attributes = {
      title,
      'aria-describedby': description,
      'data-mui-internal-clone-element': isCloned && 'true',
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value) element.setAttribute(name, value);
      else element.removeAttribute(name);
    }
  }, [element, title, description, isCloned]);
  return null;
}
