import { useState, type PointerEvent, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';

interface Props {
  /** The full value, shown in a tooltip if truncated. */
  text: string;
  /** The cell's content, if not the value itself. */
  children?: ReactNode;
}

/** A value truncated with an ellipsis. */
export function Clip({ text, children = text }: Props) {
  const [isCut, setCut] = useState(false);
  const measure = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    setCut(currentTarget.textContent !== text || currentTarget.scrollWidth > currentTarget.clientWidth);
  };
  return (
    <Tooltip title={isCut ? text : ''} placement="bottom-start">
      <Box
        component="span"
        onPointerEnter={measure}
        sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {children}
      </Box>
    </Tooltip>
  );
}
