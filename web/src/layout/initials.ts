/** `Dana Reyes-Whitfield` as `DR`. */
export const initials = ({ fname, lname }: { fname: string; lname: string }) =>
  `${fname.slice(0, 1)}${lname.slice(0, 1)}`.toUpperCase();
