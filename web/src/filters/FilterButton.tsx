import { useId, useState, type ReactNode } from 'react';
import ArrowDropDownOutlined from '@mui/icons-material/ArrowDropDownOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { useWasOpened } from '../controls/useWasOpened.js';

interface Props {
  label: string;
  /** What stands: `Own`, `10 of 22`, `All 50`. */
  value: string;
  /** Drawn only while it is open; told how to close itself. */
  children: (close: () => void) => ReactNode;
  onOpenChange?: (isOpen: boolean) => void;
  /** For choices of two parts, such as a name and an e-mail address. */
  isWide?: boolean;
}

/** A filter as a button that names it and its value, opening what can be picked. */
export function FilterButton({ label, value, children, onOpenChange, isWide = false }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const isOpen = anchor !== null;
  const wasOpened = useWasOpened(isOpen);
  const close = () => {
    setAnchor(null);
    onOpenChange?.(false);
  };
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        endIcon={<ArrowDropDownOutlined />}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          onOpenChange?.(true);
        }}
        sx={{ px: 1.5, '& .MuiButton-endIcon': { ml: 0.75, mr: -0.5 } }}
      >
        <Box component="span" sx={{ mr: 1, fontWeight: 400, color: 'text.secondary' }}>
          {label}
        </Box>
        {value}
      </Button>
      {wasOpened && (
        <Popover
          open={isOpen}
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{
            paper: { id, role: 'dialog', 'aria-label': label, sx: { mt: 0.5, width: isWide ? 440 : 288 } },
          }}
        >
          {isOpen && children(close)}
        </Popover>
      )}
    </>
  );
}
