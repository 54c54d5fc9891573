/** Who hears what: each line an announcement and the listener that answers it. */
export {}
