export { addContact, eraseContacts, forgetDeletedContacts } from './contact.ts'
export { contactRoutes as routes } from './routes.tsx'
