import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useResourceMessages } from '../i18n/resources.en.js';

interface Props {
  /** How many lines are shown at first. */
  lines: number;
  children: ReactNode;
}

/** A long text of which the first lines are shown, and the rest on request. */
export function Clamped({ lines, children }: Props) {
  const translate = useResourceMessages();
  const text = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);

  useLayoutEffect(() => {
    const { current } = text;
    if (current !== null && !isOpen) setCut(current.scrollHeight > current.clientHeight + 1);
  }, [children, isOpen, lines]);

  return (
    <>
      <Box
        ref={text}
        sx={
          isOpen
            ? undefined
            : {
                display: '-webkit-box',
                WebkitBoxOrient: 'vertical',
                WebkitLineClamp: lines,
                overflow: 'hidden',
              }
        }
      >
        {children}
      </Box>
      {(isCut || isOpen) && (
        <Button
          size="small"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
          sx={{ ml: -1 }}
        >
          {translate(isOpen ? 'crm.resource.showLess' : 'crm.resource.showMore')}
        </Button>
      )}
    </>
  );
}
