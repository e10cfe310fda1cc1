import Card, { type CardProps } from '@mui/material/Card';

/** The card that fills the page below its head. */
export const PageCard = ({ sx, ...props }: CardProps) => (
  <Card
    sx={[
      { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 320 },
      ...(Array.isArray(sx) ? (sx as readonly object[]) : [sx ?? {}]),
    ]}
    {...props}
  />
);
