import { useEffect, useRef, type ReactNode } from 'react';
import Paper from '@mui/material/Paper';
import Portal from '@mui/material/Portal';
import Slide from '@mui/material/Slide';

interface Props {
  open: boolean;
  titleId: string;
  width?: number;
  /** The focus stays where it is: what is shown belongs to it, and is no dialog. */
  keepsFocus?: boolean;
  children: ReactNode;
}

/** A dialog at the right edge that leaves the rest of the page in use; it takes the focus, and gives it back. */
export function SideDrawer({ open, titleId, width = 480, keepsFocus = false, children }: Props) {
  const drawer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open || keepsFocus) return undefined;
    const before = document.activeElement;
    drawer.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [open, keepsFocus]);
  return (
    <Portal>
      <Slide in={open} direction="left" appear mountOnEnter unmountOnExit>
        <Paper
          ref={drawer}
          role={keepsFocus ? 'complementary' : 'dialog'}
          aria-labelledby={titleId}
          tabIndex={-1}
          square
          sx={(theme) => ({
            position: 'fixed',
            top: theme.size.topBar,
            right: 0,
            bottom: 'var(--call-panel, 0px)',
            zIndex: theme.zIndex.drawer,
            display: 'flex',
            flexDirection: 'column',
            width: `min(${String(width)}px, 100vw)`,
            backgroundColor: 'surface.raised',
            borderLeft: `1px solid ${theme.palette.border.default}`,
            boxShadow: theme.elevation[3],
            '&:focus': { outline: 'none' },
          })}
        >
          {children}
        </Paper>
      </Slide>
    </Portal>
  );
}
