/** The name on the paper where the centre's own could not be read. */
export const CENTRE = 'Manège';
