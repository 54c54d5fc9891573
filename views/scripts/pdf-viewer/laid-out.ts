/** Told on the viewer, with its pages, as soon as they are there. */
export const LAID_OUT = 'pdf-laid-out'
