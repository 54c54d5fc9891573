import './contact-operations.ts'

export { addContactIn, type Contact, eraseContacts, findContact } from './contact.ts'
export { exportContacts } from './export.ts'
export { eraseImports } from './import/pending-import.ts'
export { firstContacts, suggestContacts } from './list.ts'
export { contactRoutes as routes } from './routes.tsx'
export { Mailbox, Mobile } from './views/reach.tsx'
