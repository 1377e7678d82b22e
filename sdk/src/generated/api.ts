// Generated from openapi.json by `npm run sdk`. Do not edit.

export interface components {
    schemas: {
        /** @description Position of a page in its list. */
        Meta: {
            /** @description Number of this page. */
            page: number;
            /** @description Maximum number of records on a page. */
            per_page: number;
            /** @description Number of matching records on all pages. */
            total: number;
            /** @description Number of the last page; 1 if no record matches. */
            last_page: number;
        };
        /** @description Position of a response to `after_id` in its list. */
        KeysetMeta: {
            /** @description Maximum number of records in a response. */
            per_page: number;
            /** @description `after_id` of the next request. Null if no other record matches. */
            next_after_id: number | null;
        };
        Person: {
            id: number;
            name: string;
        };
        /** @description The organisation of the token. */
        Organisation: {
            /** @description Its name, as on the pages of its forms. */
            name: string;
            /** @description Its short name in commands and in the addresses of its forms. */
            slug: string;
            /** @description The IANA time zone of all local times and dates, such as Australia/Sydney. */
            timezone: string;
            /**
             * Format: date
             * @description The current date in this time zone. Such as 2026-11-30.
             */
            today: string;
            /**
             * Format: date-time
             * @description The current instant.
             */
            now: string;
            /** @description How many requests a token may send. Null if they are not limited. */
            rate_limit: {
                /** @description Requests of each token in a window. */
                limit: number;
                /** @description Length of a window. */
                window_seconds: number;
            } | null;
        };
        /** @description A person who receives care or support. */
        Client: {
            id: number;
            first_name: string;
            last_name: string;
            /** @enum {string} */
            client_type: "HCP" | "SaH" | "THCP" | "GHCP" | "NDIS" | "Private" | (string & {});
            /** @description Id of a business location. GET /clients/options lists them. */
            business_id: number;
            language: string;
            address: string | null;
            /** Format: email */
            primary_contact_email: string | null;
            primary_contact_number: string | null;
            /** @enum {string} */
            status: "Active" | "Archived" | (string & {});
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
        };
        ClientCreate: {
            first_name: string;
            last_name: string;
            /** @enum {string} */
            client_type: "HCP" | "SaH" | "THCP" | "GHCP" | "NDIS" | "Private";
            /** @description Id of a business location. GET /clients/options lists them. */
            business_id: number;
            /** @description If not sent: `English`. */
            language?: string;
            address?: string | null;
            /** Format: email */
            primary_contact_email?: string | null;
            primary_contact_number?: string | null;
            /**
             * @description If not sent: `Active`.
             * @enum {string}
             */
            status?: "Active" | "Archived";
        };
        ClientPatch: {
            first_name?: string;
            last_name?: string;
            /** @enum {string} */
            client_type?: "HCP" | "SaH" | "THCP" | "GHCP" | "NDIS" | "Private";
            /** @description Id of a business location. GET /clients/options lists them. */
            business_id?: number;
            language?: string;
            address?: string | null;
            /** Format: email */
            primary_contact_email?: string | null;
            primary_contact_number?: string | null;
            /** @enum {string} */
            status?: "Active" | "Archived";
        };
        ClientBulkCreate: {
            clients: unknown[];
            /**
             * @description skip: create the valid rows. abort: create none if any row is invalid. If not sent: `skip`.
             * @enum {string}
             */
            on_error?: "skip" | "abort";
            /** @description true validates everything and creates nothing. If not sent: `false`. */
            dry_run?: boolean;
        };
        /** @description The result of each row. */
        ClientBulkResponse: {
            /** @description For GET /imports/{batch}. Omitted in a dry run. */
            batch?: string;
            dry_run?: boolean;
            succeeded: number;
            failed: number;
            results: {
                /** @description Index of the row in clients, from 0. */
                index: number;
                ok: boolean;
                /** @description The created client. */
                id?: number;
                message?: string;
                error?: string;
                errors?: {
                    [key: string]: string[];
                };
                warnings: {
                    /** @enum {string} */
                    code: "possible_duplicate" | (string & {});
                    /** @description The existing client with the same name. */
                    client_id?: number;
                    /** @description Index of the earlier row of this request with the same name. */
                    index?: number;
                }[];
            }[];
        };
        /** @description A business location of the organisation. Every client belongs to one. */
        Business: {
            id: number;
            name: string;
            address: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
        };
        BusinessCreate: {
            name: string;
            address?: string | null;
        };
        BusinessPatch: {
            name?: string;
            address?: string | null;
        };
        /** @description That a connection was shown a client. */
        AccessLogEntry: {
            /**
             * Format: date-time
             * @description The first of the requests. Those of the next two seconds may be in the same entry.
             */
            at: string;
            /** @description Name of the connection that has read. */
            connection: string;
            /** @description Its access token. Null for a calendar, which is read by its address. */
            token_id: number | null;
            /** @description `operationId` of the request, or `calendar`. */
            operation: string;
            /**
             * @description `api`, `export` for a list as CSV or NDJSON, or `calendar` for a file that programs subscribe to.
             * @enum {string}
             */
            via: "api" | "export" | "calendar" | (string & {});
            /** @description Requests of this operation that were stored together, at least one of which showed the client. */
            requests: number;
        };
        /** @description The name of a file of a note. The file itself is stored elsewhere. */
        NoteAttachment: {
            id: number;
            name: string;
            content_type?: string;
            /** @description Bytes */
            size?: number;
        };
        /** @description An answer to a question of a note’s template */
        NoteAnswer: {
            key: string;
            label: string;
            /** @description Any JSON */
            value: unknown;
        };
        /** @description A note of a client: general, of a task, or of a shift */
        Note: {
            /** @description `general:<id>`, `task:<id>` or `appointment:<id>` */
            ref: string;
            /** @description Unique among the notes of its kind */
            id: number;
            /** @enum {string} */
            kind: "General" | "Task" | "Appointment" | (string & {});
            title: string | null;
            note_type: string;
            /** @description The text */
            notes: string;
            /**
             * Format: date
             * @description The day that the note is about. Such as 2026-11-30.
             */
            date: string;
            author: {
                /** @description Id of a staff member; null if a connection created the note */
                id: number | null;
                /** @description Name of the staff member or the connection */
                name: string;
            } | null;
            employee?: components["schemas"]["Person"];
            /** @enum {string} */
            source: "web" | "app" | "api" | "import" | (string & {});
            attachments: components["schemas"]["NoteAttachment"][];
            template?: {
                id: number;
                name: string;
            };
            answers: components["schemas"]["NoteAnswer"][];
            /** @description Form submissions that belong to the note */
            submissions: {
                id: number;
                form_id: number;
                form: string;
                status: string;
                submitted_at: string;
            }[];
            shift_cautions: {
                code: string;
                text: string;
            }[];
            task?: {
                id: number;
                title: string;
            };
            shift?: {
                ref: string;
            };
            /** @description Whether PATCH /notes/{ref} can update the note */
            can_edit: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
        };
        /** @description A note with its clients */
        NoteOfClients: {
            /** @description `general:<id>`, `task:<id>` or `appointment:<id>` */
            ref: string;
            /** @description Unique among the notes of its kind */
            id: number;
            /** @enum {string} */
            kind: "General" | "Task" | "Appointment" | (string & {});
            title: string | null;
            note_type: string;
            /** @description The text */
            notes: string;
            /**
             * Format: date
             * @description The day that the note is about. Such as 2026-11-30.
             */
            date: string;
            author: {
                /** @description Id of a staff member; null if a connection created the note */
                id: number | null;
                /** @description Name of the staff member or the connection */
                name: string;
            } | null;
            employee?: components["schemas"]["Person"];
            /** @enum {string} */
            source: "web" | "app" | "api" | "import" | (string & {});
            attachments: components["schemas"]["NoteAttachment"][];
            template?: {
                id: number;
                name: string;
            };
            answers: components["schemas"]["NoteAnswer"][];
            /** @description Form submissions that belong to the note */
            submissions: {
                id: number;
                form_id: number;
                form: string;
                status: string;
                submitted_at: string;
            }[];
            shift_cautions: {
                code: string;
                text: string;
            }[];
            task?: {
                id: number;
                title: string;
            };
            shift?: {
                ref: string;
            };
            /** @description Whether PATCH /notes/{ref} can update the note */
            can_edit: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
            /** @description The clients in whose notes it is. A note of a group or site shift can have several. */
            clients: components["schemas"]["Person"][];
        };
        NoteCreate: {
            notes: string;
            title?: string | null;
            /** @description If not sent: `General`. */
            note_type?: string;
            /**
             * Format: date
             * @description Today by default. Such as 2026-11-30.
             */
            date?: string;
            /** @description Id of a template; GET /note-templates lists them */
            template_id?: number | null;
            answers?: {
                key: string;
                /** @description Ignored if the template has a question with this key, whose label is used. The default is the key. */
                label?: string;
                /** @description Any JSON */
                value: unknown;
            }[];
        };
        NotePatch: {
            notes?: string;
            title?: string | null;
            note_type?: string;
            /**
             * Format: date
             * @description Such as 2026-11-30.
             */
            date?: string;
            /** @description Id of a template; GET /note-templates lists them */
            template_id?: number | null;
            answers?: {
                key: string;
                /** @description Ignored if the template has a question with this key, whose label is used. The default is the key. */
                label?: string;
                /** @description Any JSON */
                value: unknown;
            }[];
        };
        /** @description A form of notes: questions that a note answers. */
        NoteTemplate: {
            id: number;
            name: string;
            /** @description The questions. If there are none, a note can have any answers. */
            questions: {
                key: string;
                label: string;
            }[];
        };
        NoteTemplateCreate: {
            name: string;
            /** @description The questions. If there are none, a note can have any answers. */
            questions?: {
                key: string;
                label: string;
            }[];
        };
        NoteTemplatePatch: {
            name?: string;
            /** @description The questions. If there are none, a note can have any answers. */
            questions?: {
                key: string;
                label: string;
            }[];
        };
        /** @description A member of staff. Suppliers are not staff. */
        Staff: {
            /** @description The user id. */
            id: number;
            first_name: string;
            last_name: string;
            /** @description Omitted if there is none. */
            email?: string;
            /** @description Omitted if there is none. */
            phone?: string;
            /** @enum {string} */
            status: "Active" | "Inactive" | "Pending" | "Non-compliant" | "Archived" | (string & {});
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
        };
        StaffCreate: {
            first_name: string;
            last_name: string;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            /**
             * @description If not sent: `Pending`.
             * @enum {string}
             */
            status?: "Active" | "Inactive" | "Pending" | "Non-compliant" | "Archived";
        };
        StaffPatch: {
            first_name?: string;
            last_name?: string;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            /** @enum {string} */
            status?: "Active" | "Inactive" | "Pending" | "Non-compliant" | "Archived";
        };
        StaffMove: {
            /** @enum {string} */
            status: "Active" | "Inactive" | "Pending" | "Non-compliant" | "Archived";
            /** @description Recorded in the event. */
            reason?: string;
        };
        /** @description A house or location for site shifts. Fields without a value are omitted. */
        Site: {
            id: number;
            name: string;
            type?: string;
            status: string;
            address?: string;
            client_capacity?: number;
            manager?: string;
            tags?: string[];
            /** @description The clients a site shift can include. */
            participants: {
                id: number;
                name: string;
            }[];
            /** @description The staff who work at the site. Only with include_staff=true, and in the response of a create or update. */
            support_staff?: {
                id: number;
                name: string;
            }[];
            /** @description The staff who run the site. Only with include_staff=true, and in the response of a create or update. */
            admin_staff?: {
                id: number;
                name: string;
            }[];
        };
        SiteCreate: {
            name: string;
            /** @description Any text, such as SIL. */
            type?: string | null;
            /** @description Any text, such as Active. If not sent: `Active`. */
            status?: string;
            address?: string | null;
            client_capacity?: number | null;
            manager?: string | null;
            tags?: string[] | null;
            /** @description Ids of the clients a site shift can include, in this order. */
            participant_ids?: number[] | null;
            /** @description Ids of the staff who work at the site, in this order. */
            support_staff_ids?: number[] | null;
            /** @description Ids of the staff who run the site, in this order. */
            admin_staff_ids?: number[] | null;
        };
        SitePatch: {
            name?: string;
            /** @description Any text, such as SIL. */
            type?: string | null;
            /** @description Any text, such as Active. */
            status?: string;
            address?: string | null;
            client_capacity?: number | null;
            manager?: string | null;
            tags?: string[] | null;
            /** @description Ids of the clients a site shift can include, in this order. */
            participant_ids?: number[] | null;
            /** @description Ids of the staff who work at the site, in this order. */
            support_staff_ids?: number[] | null;
            /** @description Ids of the staff who run the site, in this order. */
            admin_staff_ids?: number[] | null;
        };
        /** @description One client and one staff member of a shift, as a flat record. */
        Appointment: {
            id: number;
            appointment_title: string;
            /** @description The client. Omitted if the shift has no clients. */
            client_id?: number;
            /** @description The staff member. Omitted while the appointment is vacant. */
            employee_id?: number;
            /** @description YYYY-MM-DD HH:MM:SS in the organisation’s timezone. */
            start: string;
            /** @description YYYY-MM-DD HH:MM:SS in the organisation’s timezone. */
            end: string;
            /** @description Omitted if there is none. */
            appointment_address?: string;
            /**
             * @description 1 until the shift is published.
             * @enum {integer}
             */
            is_draft: 0 | 1;
            /**
             * @description 1 if the shift is cancelled.
             * @enum {integer}
             */
            appointment_cancelled: 0 | 1;
            /**
             * @description 1 if the shift was deleted after it had started or been cancelled.
             * @enum {integer}
             */
            is_deleted: 0 | 1;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
        };
        /** @description The clock times of one staff member of a shift. */
        ShiftAttendance: {
            staff: components["schemas"]["Person"];
            /** @description Clock-in as YYYY-MM-DD HH:MM:SS in the organisation’s timezone. */
            check_in: string | null;
            /** @description Clock-out as YYYY-MM-DD HH:MM:SS in the organisation’s timezone. */
            check_out: string | null;
            /**
             * Format: date-time
             * @description The instant of check_in.
             */
            check_in_at: string | null;
            /**
             * Format: date-time
             * @description The instant of check_out.
             */
            check_out_at: string | null;
            /** @description Whole minutes from check_in to check_out, rounded down. null until both are there. */
            worked_minutes: number | null;
            /** @description Whether PUT /shifts/{ref}/attendance has entered, corrected or cleared a time. */
            corrected: boolean;
        };
        ShiftAttendanceCorrection: {
            /** @description A staff member of the shift. */
            staff_id: number;
            /**
             * Format: local-time-or-instant
             * @description Clock-in. A local time that occurs twice is rejected; send an instant. null clears the time. Such as 2026-11-30 09:15:00 or 2026-11-30T09:15:00Z.
             */
            check_in?: string | null;
            /**
             * Format: local-time-or-instant
             * @description Clock-out. A local time that occurs twice is rejected; send an instant. null clears the time. Such as 2026-11-30 09:15:00 or 2026-11-30T09:15:00Z.
             */
            check_out?: string | null;
            /** @description Reason for the correction. The event records it. */
            reason: string;
        };
        ShiftCancellation: {
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            cancelled_at: string;
            /** @enum {string} */
            cancelled_by: "client" | "provider" | "staff" | (string & {});
            reason: string;
            note: string | null;
            /** @description Whether the shift was cancelled less than 7 days before its start. */
            short_notice: boolean;
            /** @description Whether the client is charged. */
            charge_client: boolean;
        };
        ShiftClocking: {
            /** @description Staff of the shift. */
            staff_ids: number[];
        };
        ShiftNoteCreate: {
            notes: string;
            /** @description Author of the note. */
            staff_id?: number | null;
            /** @description Segment of the shift that the note is about. */
            segment_id?: number | null;
        };
        /** @description A shift with its people, services, segments, notes, attendance and funding. Pay is never included. */
        Shift: {
            /** @description a:<lowest appointment id> for a single shift, g:<shift id> for group and site shifts. */
            ref: string;
            /** @enum {string} */
            type: "single" | "group" | "site" | (string & {});
            /** @enum {string} */
            status: "draft" | "scheduled" | "started" | "completed" | "cancelled" | (string & {});
            title: string;
            /** @description Start as YYYY-MM-DD HH:MM:SS in the organisation’s timezone. */
            start: string;
            /** @description End as YYYY-MM-DD HH:MM:SS in the organisation’s timezone. */
            end: string;
            /** @description The organisation’s timezone, which all local times are in. */
            timezone: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            start_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            end_at: string;
            /** @description Length in minutes of real time, also when the clocks change. */
            minutes: number;
            address?: string;
            is_draft: boolean;
            clients: components["schemas"]["Person"][];
            staff: components["schemas"]["Person"][];
            services: {
                staff?: string;
                service: string;
            }[];
            segments: components["schemas"]["ShiftSegment"][];
            /** @description All notes of the shift and its segments, oldest first. */
            shift_notes: components["schemas"]["ShiftNote"][];
            attendance: components["schemas"]["ShiftAttendance"][];
            cancellation: components["schemas"]["ShiftCancellation"] | null;
            recurrence: components["schemas"]["ShiftRecurrence"] | null;
            funding: {
                client: components["schemas"]["Person"];
                funding_type?: string;
                price_code?: number;
                claim_type?: string;
            }[];
            site?: components["schemas"]["Person"];
            /** @description Only on group and site shifts. The shares add up to 1. */
            client_charge_split?: {
                client_id: number;
                /** @description Share of the charge, from 0 to 1 with at most 6 decimals. */
                share: number;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
        };
        ShiftCancel: {
            /** @enum {string} */
            cancelled_by: "client" | "provider" | "staff";
            reason: string;
            note?: string | null;
            /** @description Whether the client is charged. Default: true if the client cancels at short notice. */
            charge_client?: boolean;
            /**
             * @description this_and_following includes the later shifts of the series. If not sent: `this`.
             * @enum {string}
             */
            scope?: "this" | "this_and_following";
            /** @description true validates the request, returns what would change, and stores nothing. */
            dry_run?: boolean;
        };
        ShiftCreate: {
            /** @enum {string} */
            type: "single" | "group" | "site";
            /**
             * Format: local-time
             * @description Start in local time of the organisation. Such as 2026-11-30 09:15:00.
             */
            start: string;
            /**
             * Format: local-time
             * @description End in local time: after start, at most 7 days later. Such as 2026-11-30 09:15:00.
             */
            end: string;
            /** @description Clients. Exactly one on a single shift, at least one on a group shift. */
            client_ids: number[];
            /** @description Staff. Empty for an open shift. */
            staff_ids: number[];
            title?: string;
            /** @description Required on a site shift, optional on a group shift. */
            site_id?: number | null;
            services?: {
                /** @description One of staff_ids. */
                staff_id?: number | null;
                service: string;
            }[];
            segments?: {
                /** @description Id of an existing segment of this shift. */
                id?: number;
                /**
                 * Format: local-time
                 * @description Start in local time, within the shift. Such as 2026-11-30 09:15:00.
                 */
                start: string;
                /**
                 * Format: local-time
                 * @description End in local time, within the shift. Such as 2026-11-30 09:15:00.
                 */
                end: string;
                service: string;
                /** @description Staff of the segment, from staff_ids. */
                staff_ids?: number[];
            }[];
            address?: string | null;
            /** @description Only on group and site shifts: one share for each client, 1 in total. Default: equal shares. */
            client_charge_split?: {
                client_id: number;
                /** @description Share of the charge, from 0 to 1 with at most 6 decimals. */
                share: number;
            }[];
            /** @description Codes of blocking conflicts to accept. Requires override_reason. */
            override_conflicts?: ("staff_overlap" | "client_overlap" | "staff_not_active" | "staff_non_compliant" | "client_archived" | "site_full")[];
            /** @description Reason for the override. The event records it. */
            override_reason?: string;
            /** @description Creates a scheduled shift instead of a draft. If not sent: `false`. */
            publish?: boolean;
            /** @description Makes the shift the first of a series. */
            recurrence?: {
                /** @description Interval in units, counted from the day, week or month of the first date. 2 with unit Week: every second week. If not sent: `1`. */
                every?: number | null;
                /** @enum {string} */
                unit: "Day" | "Week" | "Month";
                /** @description Days of the week. Only with unit Week; weeks start on Monday. Default: the weekday of the first date. */
                on_days?: ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[] | null;
                /** @description Day of the month. Only with unit Month. Months without this day are skipped. */
                month_on_day?: number | null;
                /**
                 * @description Weekday of the month, instead of month_on_day. Only with unit Month.
                 * @enum {string|null}
                 */
                month_on_the?: "First Monday" | "First Tuesday" | "First Wednesday" | "First Thursday" | "First Friday" | "First Saturday" | "First Sunday" | "Second Monday" | "Second Tuesday" | "Second Wednesday" | "Second Thursday" | "Second Friday" | "Second Saturday" | "Second Sunday" | "Third Monday" | "Third Tuesday" | "Third Wednesday" | "Third Thursday" | "Third Friday" | "Third Saturday" | "Third Sunday" | "Fourth Monday" | "Fourth Tuesday" | "Fourth Wednesday" | "Fourth Thursday" | "Fourth Friday" | "Fourth Saturday" | "Fourth Sunday" | "Last Monday" | "Last Tuesday" | "Last Wednesday" | "Last Thursday" | "Last Friday" | "Last Saturday" | "Last Sunday" | null;
                /** @description Number of occurrences, including the first. */
                ends_after?: number | null;
                /**
                 * Format: date
                 * @description Last possible date, instead of ends_after. Such as 2026-11-30.
                 */
                ends_on?: string | null;
            } | null;
            /** @description Validates the request and stores nothing. If not sent: `false`. */
            dry_run?: boolean;
        };
        ShiftDelete: {
            /** @description Refs of 1 to 50 shifts. */
            refs: string[];
            /**
             * @description this_and_following includes the later shifts of the series. If not sent: `this`.
             * @enum {string}
             */
            scope?: "this" | "this_and_following";
            /** @description true validates the request, returns what would change, and stores nothing. */
            dry_run?: boolean;
        };
        ShiftNote: {
            id: number;
            staff?: components["schemas"]["Person"];
            notes: string;
            /** @description Creation time as YYYY-MM-DD HH:MM:SS in the organisation’s timezone. */
            created_at: string;
        };
        ShiftPatch: {
            /**
             * Format: local-time
             * @description Start in local time of the organisation. Such as 2026-11-30 09:15:00.
             */
            start?: string;
            /**
             * Format: local-time
             * @description End in local time: after start, at most 7 days later. Such as 2026-11-30 09:15:00.
             */
            end?: string;
            /** @description Clients. Exactly one on a single shift, at least one on a group shift. */
            client_ids?: number[];
            /** @description Staff. Empty for an open shift. */
            staff_ids?: number[];
            title?: string;
            /** @description Required on a site shift, optional on a group shift. */
            site_id?: number | null;
            services?: {
                /** @description One of staff_ids. */
                staff_id?: number | null;
                service: string;
            }[];
            segments?: {
                /** @description Id of an existing segment of this shift. */
                id?: number;
                /**
                 * Format: local-time
                 * @description Start in local time, within the shift. Such as 2026-11-30 09:15:00.
                 */
                start: string;
                /**
                 * Format: local-time
                 * @description End in local time, within the shift. Such as 2026-11-30 09:15:00.
                 */
                end: string;
                service: string;
                /** @description Staff of the segment, from staff_ids. */
                staff_ids?: number[];
            }[];
            address?: string | null;
            /** @description Only on group and site shifts: one share for each client, 1 in total. Default: equal shares. */
            client_charge_split?: {
                client_id: number;
                /** @description Share of the charge, from 0 to 1 with at most 6 decimals. */
                share: number;
            }[];
            /** @description Codes of blocking conflicts to accept. Requires override_reason. */
            override_conflicts?: ("staff_overlap" | "client_overlap" | "staff_not_active" | "staff_non_compliant" | "client_archived" | "site_full")[];
            /** @description Reason for the override. The event records it. */
            override_reason?: string;
            /** @description A rule starts a series, or changes the rule of the series. null ends the series. */
            recurrence?: {
                /** @description Interval in units, counted from the day, week or month of the first date. 2 with unit Week: every second week. If not sent: `1`. */
                every?: number | null;
                /** @enum {string} */
                unit: "Day" | "Week" | "Month";
                /** @description Days of the week. Only with unit Week; weeks start on Monday. Default: the weekday of the first date. */
                on_days?: ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[] | null;
                /** @description Day of the month. Only with unit Month. Months without this day are skipped. */
                month_on_day?: number | null;
                /**
                 * @description Weekday of the month, instead of month_on_day. Only with unit Month.
                 * @enum {string|null}
                 */
                month_on_the?: "First Monday" | "First Tuesday" | "First Wednesday" | "First Thursday" | "First Friday" | "First Saturday" | "First Sunday" | "Second Monday" | "Second Tuesday" | "Second Wednesday" | "Second Thursday" | "Second Friday" | "Second Saturday" | "Second Sunday" | "Third Monday" | "Third Tuesday" | "Third Wednesday" | "Third Thursday" | "Third Friday" | "Third Saturday" | "Third Sunday" | "Fourth Monday" | "Fourth Tuesday" | "Fourth Wednesday" | "Fourth Thursday" | "Fourth Friday" | "Fourth Saturday" | "Fourth Sunday" | "Last Monday" | "Last Tuesday" | "Last Wednesday" | "Last Thursday" | "Last Friday" | "Last Saturday" | "Last Sunday" | null;
                /** @description Number of occurrences, including the first. */
                ends_after?: number | null;
                /**
                 * Format: date
                 * @description Last possible date, instead of ends_after. Such as 2026-11-30.
                 */
                ends_on?: string | null;
            } | null;
            /**
             * @description this_and_following includes the later shifts of the series. If not sent: `this`.
             * @enum {string}
             */
            scope?: "this" | "this_and_following";
            /** @description Validates the request and stores nothing. If not sent: `false`. */
            dry_run?: boolean;
        };
        ShiftPublish: {
            /** @description Refs of 1 to 50 shifts. */
            refs: string[];
            /**
             * @description this_and_following includes the later shifts of the series. If not sent: `this`.
             * @enum {string}
             */
            scope?: "this" | "this_and_following";
            /** @description Codes of blocking conflicts to accept. Requires override_reason. */
            override_conflicts?: ("staff_overlap" | "client_overlap" | "staff_not_active" | "staff_non_compliant" | "client_archived" | "site_full")[];
            /** @description Reason for the override. The event records it. */
            override_reason?: string;
            /** @description true validates the request, returns what would change, and stores nothing. */
            dry_run?: boolean;
        };
        ShiftRecurrence: {
            /** @description The series of the shift. */
            series_id: number;
            /** @description Interval in units, counted from the day, week or month of the first date. 2 with unit Week: every second week. If not sent: `1`. */
            every?: number | null;
            /** @enum {string} */
            unit: "Day" | "Week" | "Month" | (string & {});
            /** @description Days of the week. Only with unit Week; weeks start on Monday. Default: the weekday of the first date. */
            on_days?: ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[] | null;
            /** @description Day of the month. Only with unit Month. Months without this day are skipped. */
            month_on_day?: number | null;
            /**
             * @description Weekday of the month, instead of month_on_day. Only with unit Month.
             * @enum {string|null}
             */
            month_on_the?: "First Monday" | "First Tuesday" | "First Wednesday" | "First Thursday" | "First Friday" | "First Saturday" | "First Sunday" | "Second Monday" | "Second Tuesday" | "Second Wednesday" | "Second Thursday" | "Second Friday" | "Second Saturday" | "Second Sunday" | "Third Monday" | "Third Tuesday" | "Third Wednesday" | "Third Thursday" | "Third Friday" | "Third Saturday" | "Third Sunday" | "Fourth Monday" | "Fourth Tuesday" | "Fourth Wednesday" | "Fourth Thursday" | "Fourth Friday" | "Fourth Saturday" | "Fourth Sunday" | "Last Monday" | "Last Tuesday" | "Last Wednesday" | "Last Thursday" | "Last Friday" | "Last Saturday" | "Last Sunday" | null | (string & {});
            /** @description Number of occurrences, including the first. */
            ends_after?: number | null;
            /**
             * Format: date
             * @description Last possible date, instead of ends_after. Such as 2026-11-30.
             */
            ends_on?: string | null;
        };
        ShiftRefs: {
            /** @description Refs of 1 to 50 shifts. */
            refs: string[];
            /** @description true validates the request, returns what would change, and stores nothing. */
            dry_run?: boolean;
        };
        ShiftRestore: {
            /** @description Codes of blocking conflicts to accept. Requires override_reason. */
            override_conflicts?: ("staff_overlap" | "client_overlap" | "staff_not_active" | "staff_non_compliant" | "client_archived" | "site_full")[];
            /** @description Reason for the override. The event records it. */
            override_reason?: string;
            /** @description true validates the request, returns what would change, and stores nothing. */
            dry_run?: boolean;
        };
        /** @description A part of a shift with its own service. */
        ShiftSegment: {
            id: number;
            /** @description Start as YYYY-MM-DD HH:MM:SS in the organisation’s timezone. */
            start: string;
            /** @description End as YYYY-MM-DD HH:MM:SS in the organisation’s timezone. */
            end: string;
            service: string;
            staff: components["schemas"]["Person"][];
            /** @description Notes about this segment. */
            shift_notes: components["schemas"]["ShiftNote"][];
        };
        ShiftConflict: {
            /** @enum {string} */
            code: "staff_overlap" | "client_overlap" | "staff_not_active" | "staff_non_compliant" | "client_archived" | "site_full" | (string & {});
            /** @enum {string} */
            severity: "block" | "warn" | (string & {});
            staff?: components["schemas"]["Person"];
            client?: components["schemas"]["Person"];
            /** @description Ref of the other shift. */
            ref?: string;
            /** @description Start of the other shift in local time, or of this shift if there is no other. */
            start: string;
            /** @description End of the same shift in local time. */
            end: string;
            message: string;
        };
        /** @description The calendar of a person’s roster. */
        Calendar: {
            /**
             * Format: uri
             * @description Address of the iCalendar file. Everyone who has it can read the calendar.
             */
            url: string;
            /**
             * @description `busy` has times only, `shift` title, status and suburb, `full` also address and first names of clients. Programs on private phones and servers of others store it.
             * @enum {string}
             */
            detail: "busy" | "shift" | "full" | (string & {});
            /** @description Days before today whose shifts it has. */
            days_back: number;
            /** @description Days after today whose shifts it has. */
            days_ahead: number;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
        };
        CalendarSet: {
            /**
             * @description `busy` has times only, `shift` title, status and suburb, `full` also address and first names of clients. Programs on private phones and servers of others store it. If not sent: `shift`.
             * @enum {string}
             */
            detail?: "busy" | "shift" | "full";
            /** @description Days before today whose shifts it has. If not sent: `14`. */
            days_back?: number;
            /** @description Days after today whose shifts it has. If not sent: `90`. */
            days_ahead?: number;
        };
        BilledStatus: {
            /** @enum {string} */
            status: "pending" | "invoiced" | "void" | (string & {});
            billable_id: number;
            invoice_number?: string;
            /** @description When it got this status: YYYY-MM-DD HH:MM:SS, local */
            at: string;
        };
        /** @description A piece of work for a client, with its charges */
        Task: {
            id: number;
            title: string;
            /**
             * Format: date
             * @description Such as 2026-11-30.
             */
            date: string;
            client?: components["schemas"]["Person"];
            assignee?: components["schemas"]["Person"];
            minutes: number;
            /** @description The price code of the primary charge */
            price_code?: number;
            /** @description The name of the primary charge */
            charge?: string;
            billable: boolean;
            completed: boolean;
            /** @description false while the task is billed */
            can_edit: boolean;
            charges: components["schemas"]["TaskCharge"][];
            notes: components["schemas"]["TaskNote"][];
            documents: components["schemas"]["TaskDocument"][];
            recurrence?: components["schemas"]["TaskRecurrence"];
        };
        TaskCharge: {
            id: number;
            name: string;
            /** @description The price code’s id */
            price_code: number;
            minutes: number;
            /** @description At most 2 decimals */
            total_cost: number;
            /** @enum {string} */
            claim_type: "Standard" | "Cancellation" | "Report writing" | "Travel" | "Non-face-to-face" | "Telehealth" | "Irregular SIL" | (string & {});
            /** @description Exactly one charge of a task is primary */
            primary: boolean;
            /** @description Present only on a billed charge, which cannot be edited: all its billables */
            billed_statuses?: components["schemas"]["BilledStatus"][];
        };
        TaskCreate: {
            /** @description What to do */
            title: string;
            /**
             * Format: date
             * @description The day of the task. Such as 2026-11-30.
             */
            date: string;
            /** @description Id of the client, or null for none */
            client?: number | null;
            /** @description Alias of client */
            client_id?: number | null;
            /** @description Id of the assigned staff member, or null for none */
            assignee?: number | null;
            /** @description Alias of assignee */
            assignee_id?: number | null;
            /** @description Duration in minutes */
            minutes?: number;
            /** @description Id of a price code for the task’s client. It sets the primary charge. */
            price_code?: number;
            /** @description true needs a price code, in this request or of the primary charge */
            billable?: boolean;
            /** @description Whether the task is done */
            completed?: boolean;
            /** @description Makes the task the first of a series */
            recurrence?: {
                /** @description Interval in units, counted from the day, week or month of the first date. 2 with unit Week: every second week. If not sent: `1`. */
                every?: number | null;
                /** @enum {string} */
                unit: "Day" | "Week" | "Month";
                /** @description Days of the week. Only with unit Week; weeks start on Monday. Default: the weekday of the first date. */
                on_days?: ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[] | null;
                /** @description Day of the month. Only with unit Month. Months without this day are skipped. */
                month_on_day?: number | null;
                /**
                 * @description Weekday of the month, instead of month_on_day. Only with unit Month.
                 * @enum {string|null}
                 */
                month_on_the?: "First Monday" | "First Tuesday" | "First Wednesday" | "First Thursday" | "First Friday" | "First Saturday" | "First Sunday" | "Second Monday" | "Second Tuesday" | "Second Wednesday" | "Second Thursday" | "Second Friday" | "Second Saturday" | "Second Sunday" | "Third Monday" | "Third Tuesday" | "Third Wednesday" | "Third Thursday" | "Third Friday" | "Third Saturday" | "Third Sunday" | "Fourth Monday" | "Fourth Tuesday" | "Fourth Wednesday" | "Fourth Thursday" | "Fourth Friday" | "Fourth Saturday" | "Fourth Sunday" | "Last Monday" | "Last Tuesday" | "Last Wednesday" | "Last Thursday" | "Last Friday" | "Last Saturday" | "Last Sunday" | null;
                /** @description Number of occurrences, including the first. */
                ends_after?: number | null;
                /**
                 * Format: date
                 * @description Last possible date, instead of ends_after. Such as 2026-11-30.
                 */
                ends_on?: string | null;
            } | null;
        };
        TaskDelete: {
            /**
             * @description Of a repeating task: this task alone (the default), or also the later tasks of its series
             * @enum {string}
             */
            scope?: "this" | "this_and_following";
            /** @description true validates the request, returns what would change, and stores nothing. */
            dry_run?: boolean;
        };
        TaskDocument: {
            id: number;
            name: string;
            /** @description When it was added: YYYY-MM-DD HH:MM:SS, local */
            created_at: string;
        };
        TaskNote: {
            id: number;
            type: string;
            notes: string;
            /** @description When it was created: YYYY-MM-DD HH:MM:SS, local */
            created_at: string;
        };
        TaskPatch: {
            /** @description What to do */
            title?: string;
            /**
             * Format: date
             * @description The day of the task. Such as 2026-11-30.
             */
            date?: string;
            /** @description Id of the client, or null for none */
            client?: number | null;
            /** @description Alias of client */
            client_id?: number | null;
            /** @description Id of the assigned staff member, or null for none */
            assignee?: number | null;
            /** @description Alias of assignee */
            assignee_id?: number | null;
            /** @description Duration in minutes */
            minutes?: number;
            /** @description Id of a price code for the task’s client. It sets the primary charge. */
            price_code?: number;
            /** @description true needs a price code, in this request or of the primary charge */
            billable?: boolean;
            /** @description Whether the task is done */
            completed?: boolean;
            /** @description A rule starts or replaces the recurrence; null stops it */
            recurrence?: {
                /** @description Interval in units, counted from the day, week or month of the first date. 2 with unit Week: every second week. If not sent: `1`. */
                every?: number | null;
                /** @enum {string} */
                unit: "Day" | "Week" | "Month";
                /** @description Days of the week. Only with unit Week; weeks start on Monday. Default: the weekday of the first date. */
                on_days?: ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[] | null;
                /** @description Day of the month. Only with unit Month. Months without this day are skipped. */
                month_on_day?: number | null;
                /**
                 * @description Weekday of the month, instead of month_on_day. Only with unit Month.
                 * @enum {string|null}
                 */
                month_on_the?: "First Monday" | "First Tuesday" | "First Wednesday" | "First Thursday" | "First Friday" | "First Saturday" | "First Sunday" | "Second Monday" | "Second Tuesday" | "Second Wednesday" | "Second Thursday" | "Second Friday" | "Second Saturday" | "Second Sunday" | "Third Monday" | "Third Tuesday" | "Third Wednesday" | "Third Thursday" | "Third Friday" | "Third Saturday" | "Third Sunday" | "Fourth Monday" | "Fourth Tuesday" | "Fourth Wednesday" | "Fourth Thursday" | "Fourth Friday" | "Fourth Saturday" | "Fourth Sunday" | "Last Monday" | "Last Tuesday" | "Last Wednesday" | "Last Thursday" | "Last Friday" | "Last Saturday" | "Last Sunday" | null;
                /** @description Number of occurrences, including the first. */
                ends_after?: number | null;
                /**
                 * Format: date
                 * @description Last possible date, instead of ends_after. Such as 2026-11-30.
                 */
                ends_on?: string | null;
            } | null;
            /**
             * @description Of a repeating task: this task alone (the default), or also the later tasks of its series
             * @enum {string}
             */
            scope?: "this" | "this_and_following";
        };
        /** @description How the task repeats. Fields that do not apply are omitted. */
        TaskRecurrence: {
            /** @description Interval in units, counted from the day, week or month of the first date. 2 with unit Week: every second week. If not sent: `1`. */
            every?: number | null;
            /** @enum {string} */
            unit: "Day" | "Week" | "Month" | (string & {});
            /** @description Days of the week. Only with unit Week; weeks start on Monday. Default: the weekday of the first date. */
            on_days?: ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[] | null;
            /** @description Day of the month. Only with unit Month. Months without this day are skipped. */
            month_on_day?: number | null;
            /**
             * @description Weekday of the month, instead of month_on_day. Only with unit Month.
             * @enum {string|null}
             */
            month_on_the?: "First Monday" | "First Tuesday" | "First Wednesday" | "First Thursday" | "First Friday" | "First Saturday" | "First Sunday" | "Second Monday" | "Second Tuesday" | "Second Wednesday" | "Second Thursday" | "Second Friday" | "Second Saturday" | "Second Sunday" | "Third Monday" | "Third Tuesday" | "Third Wednesday" | "Third Thursday" | "Third Friday" | "Third Saturday" | "Third Sunday" | "Fourth Monday" | "Fourth Tuesday" | "Fourth Wednesday" | "Fourth Thursday" | "Fourth Friday" | "Fourth Saturday" | "Fourth Sunday" | "Last Monday" | "Last Tuesday" | "Last Wednesday" | "Last Thursday" | "Last Friday" | "Last Saturday" | "Last Sunday" | null | (string & {});
            /** @description Number of occurrences, including the first. */
            ends_after?: number | null;
            /**
             * Format: date
             * @description Last possible date, instead of ends_after. Such as 2026-11-30.
             */
            ends_on?: string | null;
        };
        TaskChargeCreate: {
            /** @description Id of a price code for the task’s client, with a price on the task’s date */
            price_code: number;
            minutes?: number;
            /**
             * @description A claim type that the price code lists
             * @enum {string}
             */
            claim_type?: "Standard" | "Cancellation" | "Report writing" | "Travel" | "Non-face-to-face" | "Telehealth" | "Irregular SIL";
            name?: string;
        };
        TaskChargePatch: {
            /** @description Id of a price code for the task’s client, with a price on the task’s date */
            price_code?: number;
            minutes?: number;
            /**
             * @description A claim type that the price code lists
             * @enum {string}
             */
            claim_type?: "Standard" | "Cancellation" | "Report writing" | "Travel" | "Non-face-to-face" | "Telehealth" | "Irregular SIL";
            name?: string;
        };
        TaskNoteCreate: {
            notes: string;
            /** @description Any text, such as General. If not sent: `General`. */
            type?: string;
        };
        TaskDocumentCreate: {
            name: string;
        };
        /** @description The price of a service on some days */
        PriceCode: {
            id: number;
            code: string;
            name: string;
            /** @description `hour` is charged by the minute, any other unit once */
            unit: string;
            /** @description Price of one unit, at most 2 decimals */
            price: number;
            /**
             * @description The client type that the code is for. Omitted if it is for all.
             * @enum {string}
             */
            funding_type?: "HCP" | "SaH" | "THCP" | "GHCP" | "NDIS" | "Private" | (string & {});
            /** @description The claim types that a charge can have. Empty if all are allowed. */
            claim_types: ("Standard" | "Cancellation" | "Report writing" | "Travel" | "Non-face-to-face" | "Telehealth" | "Irregular SIL")[];
            /**
             * Format: date
             * @description First day the price applies. Omitted if it has no start date. Such as 2026-11-30.
             */
            effective_from?: string;
            /**
             * Format: date
             * @description Last day the price applies. Omitted if it has no end date. Such as 2026-11-30.
             */
            effective_to?: string;
        };
        PriceImport: {
            rows: unknown[];
            /** @description true validates everything and stores nothing. */
            dry_run?: boolean;
        };
        /** @description The result of each price. */
        PriceImportResult: {
            dry_run?: boolean;
            succeeded: number;
            failed: number;
            results: {
                /** @description Index of the row in rows, from 0. */
                index: number;
                ok: boolean;
                /** @description The price code. Omitted for a new one in a dry run. */
                id?: number;
                message?: string;
                error?: string;
                errors?: {
                    [key: string]: string[];
                };
            }[];
        };
        /** @description The result for each billable, in the order of the ids */
        BillResponse: {
            /** @description true in a dry run: nothing was stored. */
            dry_run?: boolean;
            succeeded: number;
            failed: number;
            /** @description The sum that this request invoiced, at most 2 decimals */
            total_cost: number;
            results: {
                id: number;
                ok: boolean;
                message?: string;
                error?: string;
            }[];
        };
        /** @description A charge to be invoiced. While it is pending it follows its charge; from then on it does not change with it. */
        Billable: {
            id: number;
            /** @description Omitted if the task of a void billable was deleted */
            task_id?: number;
            /** @description Omitted if the charge of a void billable was deleted */
            charge_id?: number;
            client?: components["schemas"]["Person"];
            /**
             * Format: date
             * @description The task’s date. Such as 2026-11-30.
             */
            date: string;
            /** @description The charge’s name */
            name: string;
            /** @description The price code’s id */
            price_code: number;
            /** @description The price code’s code */
            code: string;
            minutes: number;
            /** @enum {string} */
            claim_type: "Standard" | "Cancellation" | "Report writing" | "Travel" | "Non-face-to-face" | "Telehealth" | "Irregular SIL" | (string & {});
            /** @description The invoiced amount, at most 2 decimals */
            total_cost: number;
            /** @enum {string} */
            status: "pending" | "invoiced" | "void" | (string & {});
            invoice_number?: string;
            void_reason?: string;
            /** @description When it got its status: YYYY-MM-DD HH:MM:SS, local */
            at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
        };
        BillableBill: {
            /** @description 1 to 50 billables */
            ids: number[];
            /** @description The number of the invoice */
            invoice_number: string;
            /** @description true validates the request, returns what would change, and stores nothing. */
            dry_run?: boolean;
        };
        BillableVoid: {
            /** @description The reason. It is stored on the billable and in the event. */
            reason: string;
            /** @description true validates the request, returns what would change, and stores nothing. */
            dry_run?: boolean;
        };
        BillablesSync: {
            /** @description 1 to 50 tasks. Required unless from and to are sent. */
            task_ids?: number[];
            /**
             * Format: date
             * @description Only billable tasks, at most 1000, on or after this day. Such as 2026-11-30.
             */
            from?: string;
            /**
             * Format: date
             * @description Only billable tasks, at most 1000, on or before this day. Must not be before `from`. Such as 2026-11-30.
             */
            to?: string;
            /** @description With from and to: only tasks for this client */
            client_id?: number;
            /** @description Validate only; nothing is stored. If not sent: `false`. */
            dry_run?: boolean;
        };
        /** @description The result for each task, in the order of task_ids, or by id for from and to */
        SyncResponse: {
            /** @description true for a dry run: nothing was stored */
            dry_run?: boolean;
            succeeded: number;
            failed: number;
            results: {
                task: number;
                ok: boolean;
                message?: string;
                error?: string;
                /** @description The pending and invoiced billables of the task, existing and created */
                billables: {
                    /** @description Omitted for a billable that a dry run would create */
                    id?: number;
                    charge_id: number;
                    /** @description The amount to be invoiced, at most 2 decimals */
                    total_cost: number;
                }[];
            }[];
        };
        /** @description A client that matches the prospect */
        LikelyClient: {
            client_id: number;
            name: string;
            status: string;
            /** @description The fields that match */
            matches: ("name" | "email" | "phone")[];
        };
        /** @description A person who may become a client */
        Prospect: {
            id: number;
            /** @description First and last name */
            name: string;
            first_name: string;
            last_name: string;
            /** @description Email address */
            email: string | null;
            /** @description Phone number */
            phone: string | null;
            /** @description Suburb where the prospect lives */
            suburb: string | null;
            /**
             * Format: date
             * @description Day of the first contact. Such as 2026-11-30.
             */
            date_of_lead: string | null;
            /** @description Name of a stage. GET /prospects/options lists them. */
            stage: string;
            tags: string[];
            /** @description How the prospect found the organisation */
            source: string | null;
            /** @description Name of the responsible consultant */
            consultant: string | null;
            /**
             * @description Expected source of funding
             * @enum {string|null}
             */
            funding_type: "HCP" | "NDIS" | "CHSP" | "Private" | null | (string & {});
            /**
             * Format: date
             * @description Day of the next contact. Such as 2026-11-30.
             */
            followup_date: string | null;
            /** @description Comments from the first contact */
            initial_comments: string | null;
            /** @description Custom values of the organisation, by the keys that GET /prospects/options lists */
            attributes: {
                [key: string]: unknown;
            };
            /** @description Whether the prospect was converted to a client */
            converted: boolean;
            /** @description Id of the client that the prospect was converted to */
            client_id: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
        };
        ProspectConvert: {
            /**
             * @description Type of the new client. Required unless `link_client_id` is sent.
             * @enum {string}
             */
            client_type?: "HCP" | "SaH" | "THCP" | "GHCP" | "NDIS" | "Private";
            /** @description Id of the new client’s business location. GET /clients/options lists them. Required unless `link_client_id` is sent. */
            business_id?: number;
            /** @description Id of an existing client to link. No client is created. */
            link_client_id?: number;
            /** @description Create a client even if the prospect matches an existing one. If not sent: `false`. */
            allow_duplicate?: boolean;
            /** @description Check everything and write nothing. If not sent: `false`. */
            dry_run?: boolean;
        };
        ProspectCreate: {
            first_name: string;
            last_name: string;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            suburb?: string | null;
            /**
             * Format: date
             * @description Day of the first contact. Today if omitted, null for none. Such as 2026-11-30.
             */
            date_of_lead?: string | null;
            /** @description New, or another stage that GET /prospects/options lists. If not sent: `New`. */
            stage?: string;
            /** @description All tags. Replaces the stored ones. */
            tags?: string[];
            /** @description Any text. GET /prospects/options has suggestions. */
            source?: string | null;
            /** @description A name that GET /prospects/options lists */
            consultant?: string | null;
            /** @enum {string|null} */
            funding_type?: "HCP" | "NDIS" | "CHSP" | "Private" | null;
            /**
             * Format: date
             * @description Day of the next contact. Null clears it. Such as 2026-11-30.
             */
            followup_date?: string | null;
            /** @description Comments from the first contact. Use notes for later ones. */
            initial_comments?: string | null;
            /** @description Values by the keys that GET /prospects/options lists; lists for multiselect and checklist. Omitted keys stay. Null clears a key. */
            attributes?: {
                [key: string]: unknown;
            };
        };
        ProspectNote: {
            id: number;
            note_type: string;
            notes: string;
            /** @description Name of the connection. Null if there is none. */
            by: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
        };
        ProspectNoteCreate: {
            notes: string;
            /** @description Any text, such as Phone call. If not sent: `General`. */
            note_type?: string;
        };
        ProspectPatch: {
            first_name?: string;
            last_name?: string;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            suburb?: string | null;
            /**
             * Format: date
             * @description Day of the first contact. Such as 2026-11-30.
             */
            date_of_lead?: string | null;
            /** @description New, or another stage that GET /prospects/options lists */
            stage?: string;
            /** @description All tags. Replaces the stored ones. */
            tags?: string[];
            /** @description Any text. GET /prospects/options has suggestions. */
            source?: string | null;
            /** @description A name that GET /prospects/options lists */
            consultant?: string | null;
            /** @enum {string|null} */
            funding_type?: "HCP" | "NDIS" | "CHSP" | "Private" | null;
            /**
             * Format: date
             * @description Day of the next contact. Null clears it. Such as 2026-11-30.
             */
            followup_date?: string | null;
            /** @description Comments from the first contact. Use notes for later ones. */
            initial_comments?: string | null;
            /** @description Values by the keys that GET /prospects/options lists; lists for multiselect and checklist. Omitted keys stay. Null clears a key. */
            attributes?: {
                [key: string]: unknown;
            };
        };
        ProspectStageChange: {
            /** @description The new stage */
            stage: string;
            /** @description Name of the connection. Null if there is none. */
            by: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            at: string;
        };
        ProspectOptions: {
            /** @description Values of `stage`, in order. New is always the first. */
            stages: {
                name: string;
                /** @description Position, from 1 */
                order: number;
                /** @enum {string} */
                category: "open" | "won" | "lost" | (string & {});
            }[];
            /** @description Suggestions for `source`, which accepts any text */
            sources: string[];
            /** @description Values of `consultant` */
            consultants: string[];
            /** @description Values of `funding_type` */
            funding_types: string[];
            /** @description Suggestions for `tags`, which accepts others too: those set up here, then those in use, at most 200 */
            tags: string[];
            /** @description The keys of `attributes` and their allowed values */
            attributes: {
                key: string;
                label: string;
                /** @enum {string} */
                type: "text" | "number" | "date" | "boolean" | "select" | "multiselect" | "checklist" | (string & {});
                /** @description Values of a select, multiselect or checklist */
                options: string[];
            }[];
        };
        ProspectOptionsEdit: {
            operations: {
                /**
                 * @description add an option, rename it, move it to another position, update the category of a stage or the label and options of an attribute, or remove it.
                 * @enum {string}
                 */
                op: "add" | "rename" | "move" | "update" | "remove";
                /** @enum {string} */
                kind: "stage" | "source" | "consultant" | "attribute" | "tag";
                /** @description The option: its name, or the key of an attribute. */
                name?: string;
                /** @description rename: the new name, or the new key of an attribute. */
                to?: string;
                /** @description add, move: the position in its list, from 1. An added option is the last if it is not sent. */
                position?: number;
                /** @description remove: the option that prospects with the removed one get. */
                replace_with?: string;
                /**
                 * @description Of a stage; open if it is not sent.
                 * @enum {string}
                 */
                category?: "open" | "won" | "lost";
                /** @description Of an attribute; its name if it is not sent. */
                key?: string;
                /** @description Of an attribute; its key if it is not sent. */
                label?: string;
                /**
                 * @description Of an attribute.
                 * @enum {string}
                 */
                type?: "text" | "number" | "date" | "boolean" | "select" | "multiselect" | "checklist";
                /** @description Values of a select, multiselect or checklist. */
                options?: string[];
            }[];
            /** @description true checks everything and changes nothing. */
            dry_run?: boolean;
        };
        Form: {
            id: number;
            name: string;
            description: string;
            tags: components["schemas"]["FormTag"][];
            /**
             * @description Whether people can open the form
             * @enum {string}
             */
            published: "off" | "on" | (string & {});
            /** @description URL of the form’s page, also while the form is off. Null until it is first published. */
            url: string | null;
            /** @description End of the page’s URL, `/f/<organisation>/<address>`. Null: the key that the service made. */
            address: string | null;
            /** @description Latest published version. Null until the form is first published. */
            version: number | null;
            /**
             * Format: date-time
             * @description Time of the latest version; ISO 8601 with microseconds and a trailing Z
             */
            published_at: string | null;
            settings: components["schemas"]["FormSettings"];
            steps: components["schemas"]["FormStep"][];
            incident: components["schemas"]["FormIncident"] | null;
            prospect: components["schemas"]["FormProspect"] | null;
            client_prefill: components["schemas"]["FormClientPrefill"] | null;
            /** @description What must be fixed before the form can be published */
            issues: components["schemas"]["FormIssue"][];
            /** @description Number of submissions of all versions */
            submission_count: number;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
        };
        /** @description Prefills fields from the record of the client that another field names */
        FormClientPrefill: {
            /** @description Whether it is on */
            enabled: boolean;
            /** @description Key of the field of type client */
            client_field?: string;
            /** @description Fields of a client, by the keys of the form’s fields that they prefill */
            map: {
                [key: string]: "first_name" | "last_name" | "name" | "client_type" | "language" | "address" | "primary_contact_email" | "primary_contact_number";
            };
        };
        FormCreate: {
            name: string;
            description?: string;
            /** @description Names, or objects with name and color */
            tags?: (string | {
                name: string;
                color?: string;
            })[];
            /** @description In order. One empty step if omitted. */
            steps?: components["schemas"]["FormStepCreate"][];
            settings?: components["schemas"]["FormSettingsChange"];
            /** @description Makes submissions incidents. Null removes it. */
            incident?: {
                /** @description Whether it is on. If not sent: `true`. */
                enabled?: boolean;
                /** @description Key of the field for the severity: `incident.severity` of submissions */
                severity_field?: string;
                /** @description Key of the field of type client for the affected client: `client` of submissions */
                client_field?: string;
                /** @description Key of the date or datetime field for the time of the incident: `incident.occurred_at` of submissions */
                occurred_field?: string;
            } | null;
            /** @description Creates a prospect from each submission. Null removes it. */
            prospect?: {
                /** @description Whether it is on. If not sent: `true`. */
                enabled?: boolean;
                /** @description Stage of the prospects. New by default. */
                stage?: string;
                /** @description Source of the prospects */
                source?: string;
                /** @description Fields of a prospect, by the keys of the form’s fields that set them */
                map?: {
                    [key: string]: string;
                };
            } | null;
            /** @description Prefills fields from the record of the client that another field names. Null removes it. */
            client_prefill?: {
                /** @description Whether it is on. If not sent: `true`. */
                enabled?: boolean;
                /** @description Key of the field of type client */
                client_field?: string;
                /** @description Fields of a client, by the keys of the form’s fields that they prefill */
                map?: {
                    [key: string]: "first_name" | "last_name" | "name" | "client_type" | "language" | "address" | "primary_contact_email" | "primary_contact_number";
                };
            } | null;
        };
        FormField: {
            /**
             * @description heading and paragraph only display text; the other types take an answer
             * @enum {string}
             */
            type: "text" | "textarea" | "number" | "email" | "phone" | "date" | "time" | "datetime" | "select" | "radio" | "multiselect" | "checklist" | "yes_no" | "rating" | "signature" | "address" | "client" | "staff" | "heading" | "paragraph" | (string & {});
            label: string;
            /** @description Key of the field in conditions and answers */
            key: string;
            required: boolean;
            /** @description Help text, shown beside the field */
            help?: string;
            /** @description Shown while the field is empty */
            placeholder?: string;
            /** @description Initial answer: a value of the field’s type */
            default?: unknown;
            /** @description The choices. Only for select, radio, multiselect and checklist. */
            options?: string[];
            /** @description Word at the first star of a rating, such as Never. Lowest by default. */
            low_label?: string;
            /** @description Word at the last star of a rating, such as Always. Highest by default. */
            high_label?: string;
            validation?: components["schemas"]["FormValidation"];
            /** @description The field is hidden unless this is met */
            visible_when?: components["schemas"]["FormWhen"];
        };
        /** @description A field of a form */
        FormFieldCreate: {
            /**
             * @description heading and paragraph only display text; the other types take an answer
             * @enum {string}
             */
            type: "text" | "textarea" | "number" | "email" | "phone" | "date" | "time" | "datetime" | "select" | "radio" | "multiselect" | "checklist" | "yes_no" | "rating" | "signature" | "address" | "client" | "staff" | "heading" | "paragraph";
            label: string;
            /** @description Made from the label if omitted */
            key?: string;
            /** @description If not sent: `false`. */
            required?: boolean;
            /** @description Help text, shown beside the field */
            help?: string;
            /** @description Shown while the field is empty */
            placeholder?: string;
            /** @description Initial answer: a value of the field’s type */
            default?: unknown;
            /** @description The choices. Only for select, radio, multiselect and checklist. */
            options?: string[];
            /** @description Word at the first star of a rating, such as Never. Lowest by default. */
            low_label?: string;
            /** @description Word at the last star of a rating, such as Always. Highest by default. */
            high_label?: string;
            validation?: components["schemas"]["FormValidationSent"];
            /** @description The field is hidden unless this is met */
            visible_when?: components["schemas"]["FormWhenSent"];
        };
        /** @description Makes submissions incidents */
        FormIncident: {
            /** @description Whether it is on */
            enabled: boolean;
            /** @description Key of the field for the severity: `incident.severity` of submissions */
            severity_field?: string;
            /** @description Key of the field of type client for the affected client: `client` of submissions */
            client_field?: string;
            /** @description Key of the date or datetime field for the time of the incident: `incident.occurred_at` of submissions */
            occurred_field?: string;
        };
        /** @description A problem to fix before the form can be published */
        FormIssue: {
            /** @enum {string} */
            code: "dangling_reference" | "duplicate_key" | "unreachable_step" | "missing_options" | "missing_mapping" | "empty_form" | (string & {});
            /** @description Path in the form, such as steps.1.fields.0.options */
            path: string;
            message: string;
            /** @enum {string} */
            severity: "error" | (string & {});
        };
        /** @description An adjustment made to the body */
        FormNote: {
            /** @enum {string} */
            code: "key_renamed" | "duplicate_option" | "duplicate_tag" | "required_ignored" | (string & {});
            /** @description Path in the body */
            path: string;
            message: string;
        };
        /** @description Creates a prospect from each submission */
        FormProspect: {
            /** @description Whether it is on */
            enabled: boolean;
            /** @description Stage of the prospects. New by default. */
            stage?: string;
            /** @description Source of the prospects */
            source?: string;
            /** @description Fields of a prospect, by the keys of the form’s fields that set them */
            map: {
                [key: string]: string;
            };
        };
        FormRule: {
            when: components["schemas"]["FormWhen"];
            /** @description Key of a later step, or `submit` for the end */
            go_to: string;
        };
        FormSettings: {
            /** @description Whether people may go to any step of their path whose earlier steps are all valid */
            allow_step_navigation: boolean;
            show_step_numbers: boolean;
            submit_button_text: string;
            /** @description Shown after the form is submitted */
            success_message?: string;
            /**
             * Format: web-address
             * @description Where people are sent after the form is submitted: at once, or by a button if there is a success_message
             */
            redirect_url?: string;
            /** @description Id of the staff member that submissions are assigned to. The organisation’s owner by default. */
            assignee_id?: number;
            /** @description Key of the field whose answer becomes `submitter` of submissions: one of type text, select, radio, client, staff */
            submitter_field?: string;
            /**
             * Format: local-time
             * @description Local time at which the form closes. Such as 2026-11-30 09:15:00.
             */
            closes_at?: string;
        };
        /** @description Omitted properties stay. Null clears an optional property. */
        FormSettingsChange: {
            /** @description Whether people may go to any step of their path whose earlier steps are all valid */
            allow_step_navigation?: boolean;
            show_step_numbers?: boolean;
            submit_button_text?: string;
            /** @description Shown after the form is submitted */
            success_message?: string | null;
            /**
             * Format: web-address
             * @description Where people are sent after the form is submitted: at once, or by a button if there is a success_message
             */
            redirect_url?: string | null;
            /** @description Id of the staff member that submissions are assigned to. The organisation’s owner by default. */
            assignee_id?: number | null;
            /** @description Key of the field whose answer becomes `submitter` of submissions: one of type text, select, radio, client, staff */
            submitter_field?: string | null;
            /**
             * Format: local-time
             * @description Local time at which the form closes. Such as 2026-11-30 09:15:00.
             */
            closes_at?: string | null;
        };
        FormStep: {
            /** @description Key of the step in rules */
            key: string;
            title: string;
            fields: components["schemas"]["FormField"][];
            /** @description Rules for the next step. The first rule that is met applies. */
            routing: components["schemas"]["FormRule"][];
            /** @description Key of the later step that follows if no rule is met, or `submit`. The next step by default. */
            otherwise?: string;
        };
        /** @description A step of a form */
        FormStepCreate: {
            title: string;
            /** @description Made from the title if omitted. `submit` is reserved for the end. */
            key?: string;
            /** @description In order. A form has at most 200 fields in total. */
            fields?: components["schemas"]["FormFieldCreate"][];
            /** @description Rules for the next step. The first rule that is met applies. */
            routing?: components["schemas"]["FormRuleSent"][];
            /** @description Key of the later step that follows if no rule is met, or `submit`. The next step by default. */
            otherwise?: string;
        };
        FormTag: {
            name: string;
            color?: string;
        };
        /** @description Limits of answers. Each type of field supports some of them: see the table of POST /forms. */
        FormValidation: {
            /** @description The smallest number, the earliest date or time, or the minimum number of choices */
            min?: number | string;
            /** @description The largest number, the latest date or time, the maximum number of choices, or the stars of a rating (2 to 10) */
            max?: number | string;
            /** @description Minimum length of a text in characters */
            min_length?: number;
            /** @description Maximum length of a text in characters */
            max_length?: number;
            /** @description Pattern that the whole text must match, such as `[A-Z]{2}\d{4}`. `^` and `$` around it are accepted. */
            pattern?: string;
        };
        /** @description Conditions on the answers of earlier fields. A field that is hidden or skipped has no answer: only `empty`, `is_not` and `does_not_contain` are met for it. Text is compared ignoring case. */
        FormWhen: {
            /**
             * @description `and`: all conditions must be met; `or`: one is enough. If not sent: `and`.
             * @enum {string}
             */
            combinator?: "and" | "or" | (string & {});
            conditions: {
                /** @description Key of a field that comes before */
                field: string;
                /**
                 * @description Each type of field supports some of them: see the table of POST /forms
                 * @enum {string}
                 */
                operator: "contains" | "does_not_contain" | "starts_with" | "ends_with" | "is" | "is_not" | "on_or_after" | "on_or_before" | "empty" | "not_empty" | "greater_than" | "less_than" | "includes_any" | "includes_all" | (string & {});
                /** @description A number for number and rating, a date or time for those types, a boolean for yes_no, a list for `includes_…`, else text; none for `empty` and `not_empty`. For a choice it is one of the options, ignoring case. */
                value?: string | number | boolean | string[];
            }[];
        };
        /** @description Adds a field to a step. */
        FormAddField: {
            /**
             * @description Adds a field to a step.
             * @constant
             */
            op: "add_field";
            /** @description Key of the step */
            step: string;
            field: components["schemas"]["FormFieldCreate"];
            /** @description Position, from 0. The end by default. */
            position?: number;
        };
        /** @description Adds a step. */
        FormAddStep: {
            /**
             * @description Adds a step.
             * @constant
             */
            op: "add_step";
            title: string;
            /** @description Made from the title if omitted. `submit` is reserved for the end. */
            key?: string;
            /** @description In order. A form has at most 200 fields in total. */
            fields?: components["schemas"]["FormFieldCreate"][];
            /** @description Position, from 0. The end by default. */
            position?: number;
        };
        FormEdit: {
            /** @description Applied in order, all of them or none */
            operations: components["schemas"]["FormOperation"][];
            /** @description Check everything and write nothing. If not sent: `false`. */
            dry_run?: boolean;
        };
        /** @description Omitted properties stay. Null clears an optional property. */
        FormFieldChange: {
            /**
             * @description heading and paragraph only display text; the other types take an answer
             * @enum {string}
             */
            type?: "text" | "textarea" | "number" | "email" | "phone" | "date" | "time" | "datetime" | "select" | "radio" | "multiselect" | "checklist" | "yes_no" | "rating" | "signature" | "address" | "client" | "staff" | "heading" | "paragraph";
            label?: string;
            /** @description New key. Conditions and mappings that name the field follow. */
            key?: string;
            required?: boolean;
            /** @description Help text, shown beside the field */
            help?: string | null;
            /** @description Shown while the field is empty */
            placeholder?: string | null;
            /** @description Initial answer: a value of the field’s type */
            default?: unknown;
            /** @description The choices. Only for select, radio, multiselect and checklist. */
            options?: string[] | null;
            /** @description Word at the first star of a rating, such as Never. Lowest by default. */
            low_label?: string | null;
            /** @description Word at the last star of a rating, such as Always. Highest by default. */
            high_label?: string | null;
            /** @description Limits of answers. Each type of field supports some of them: see the table of POST /forms. */
            validation?: {
                /** @description The smallest number, the earliest date or time, or the minimum number of choices */
                min?: number | string;
                /** @description The largest number, the latest date or time, the maximum number of choices, or the stars of a rating (2 to 10) */
                max?: number | string;
                /** @description Minimum length of a text in characters */
                min_length?: number;
                /** @description Maximum length of a text in characters */
                max_length?: number;
                /** @description Pattern that the whole text must match, such as `[A-Z]{2}\d{4}`. `^` and `$` around it are accepted. */
                pattern?: string;
            } | null;
            /** @description Conditions on the answers of earlier fields. A field that is hidden or skipped has no answer: only `empty`, `is_not` and `does_not_contain` are met for it. Text is compared ignoring case. */
            visible_when?: {
                /**
                 * @description `and`: all conditions must be met; `or`: one is enough. If not sent: `and`.
                 * @enum {string}
                 */
                combinator?: "and" | "or";
                conditions: {
                    /** @description Key of a field that comes before */
                    field: string;
                    /**
                     * @description Each type of field supports some of them: see the table of POST /forms
                     * @enum {string}
                     */
                    operator: "contains" | "does_not_contain" | "starts_with" | "ends_with" | "is" | "is_not" | "on_or_after" | "on_or_before" | "empty" | "not_empty" | "greater_than" | "less_than" | "includes_any" | "includes_all";
                    /** @description A number for number and rating, a date or time for those types, a boolean for yes_no, a list for `includes_…`, else text; none for `empty` and `not_empty`. For a choice it is one of the options, ignoring case. */
                    value?: string | number | boolean | string[];
                }[];
            } | null;
        };
        /** @description Moves a field to another position. */
        FormMoveField: {
            /**
             * @description Moves a field to another position.
             * @constant
             */
            op: "move_field";
            /** @description Key of the field. If two fields have it, the first one. */
            field: string;
            /** @description Key of the step to move the field to. Its own step by default. */
            step?: string;
            /** @description Position, from 0 */
            position: number;
        };
        /** @description Moves a step to another position. */
        FormMoveStep: {
            /**
             * @description Moves a step to another position.
             * @constant
             */
            op: "move_step";
            /** @description Key of the step */
            step: string;
            /** @description Position, from 0 */
            position: number;
        };
        /** @description One change: rename, set_description, set_tags, set_address, update_settings, set_incident, set_prospect, set_client_prefill, add_step, update_step, move_step, remove_step, add_field, update_field, move_field, remove_field */
        FormOperation: components["schemas"]["FormRename"] | components["schemas"]["FormSetDescription"] | components["schemas"]["FormSetTags"] | components["schemas"]["FormSetAddress"] | components["schemas"]["FormUpdateSettings"] | components["schemas"]["FormSetIncident"] | components["schemas"]["FormSetProspect"] | components["schemas"]["FormSetClientPrefill"] | components["schemas"]["FormAddStep"] | components["schemas"]["FormUpdateStep"] | components["schemas"]["FormMoveStep"] | components["schemas"]["FormRemoveStep"] | components["schemas"]["FormAddField"] | components["schemas"]["FormUpdateField"] | components["schemas"]["FormMoveField"] | components["schemas"]["FormRemoveField"];
        /** @description Removes a field. */
        FormRemoveField: {
            /**
             * @description Removes a field.
             * @constant
             */
            op: "remove_field";
            /** @description Key of the field. If two fields have it, the first one. */
            field: string;
        };
        /** @description Removes a step and its fields. */
        FormRemoveStep: {
            /**
             * @description Removes a step and its fields.
             * @constant
             */
            op: "remove_step";
            /** @description Key of the step */
            step: string;
        };
        /** @description Renames the form. */
        FormRename: {
            /**
             * @description Renames the form.
             * @constant
             */
            op: "rename";
            name: string;
        };
        /** @description Changes the end of the page’s URL at once, without publishing. Earlier addresses go on working. */
        FormSetAddress: {
            /**
             * @description Changes the end of the page’s URL at once, without publishing. Earlier addresses go on working.
             * @constant
             */
            op: "set_address";
            /** @description End of the page’s URL, `/f/<organisation>/<address>`. Null: the key that the service made. */
            address: string | null;
        };
        /** @description Replaces `client_prefill`. */
        FormSetClientPrefill: {
            /**
             * @description Replaces `client_prefill`.
             * @constant
             */
            op: "set_client_prefill";
            /** @description Prefills fields from the record of the client that another field names. Null removes it. */
            client_prefill: {
                /** @description Whether it is on. If not sent: `true`. */
                enabled?: boolean;
                /** @description Key of the field of type client */
                client_field?: string;
                /** @description Fields of a client, by the keys of the form’s fields that they prefill */
                map?: {
                    [key: string]: "first_name" | "last_name" | "name" | "client_type" | "language" | "address" | "primary_contact_email" | "primary_contact_number";
                };
            } | null;
        };
        /** @description Replaces the description. */
        FormSetDescription: {
            /**
             * @description Replaces the description.
             * @constant
             */
            op: "set_description";
            description: string;
        };
        /** @description Replaces `incident`. */
        FormSetIncident: {
            /**
             * @description Replaces `incident`.
             * @constant
             */
            op: "set_incident";
            /** @description Makes submissions incidents. Null removes it. */
            incident: {
                /** @description Whether it is on. If not sent: `true`. */
                enabled?: boolean;
                /** @description Key of the field for the severity: `incident.severity` of submissions */
                severity_field?: string;
                /** @description Key of the field of type client for the affected client: `client` of submissions */
                client_field?: string;
                /** @description Key of the date or datetime field for the time of the incident: `incident.occurred_at` of submissions */
                occurred_field?: string;
            } | null;
        };
        /** @description Replaces `prospect`. */
        FormSetProspect: {
            /**
             * @description Replaces `prospect`.
             * @constant
             */
            op: "set_prospect";
            /** @description Creates a prospect from each submission. Null removes it. */
            prospect: {
                /** @description Whether it is on. If not sent: `true`. */
                enabled?: boolean;
                /** @description Stage of the prospects. New by default. */
                stage?: string;
                /** @description Source of the prospects */
                source?: string;
                /** @description Fields of a prospect, by the keys of the form’s fields that set them */
                map?: {
                    [key: string]: string;
                };
            } | null;
        };
        /** @description Replaces all tags. */
        FormSetTags: {
            /**
             * @description Replaces all tags.
             * @constant
             */
            op: "set_tags";
            /** @description Names, or objects with name and color */
            tags: (string | {
                name: string;
                color?: string;
            })[];
        };
        /** @description Changes a field. */
        FormUpdateField: {
            /**
             * @description Changes a field.
             * @constant
             */
            op: "update_field";
            /** @description Key of the field. If two fields have it, the first one. */
            field: string;
            changes: components["schemas"]["FormFieldChange"];
        };
        /** @description Changes settings. Omitted ones stay. */
        FormUpdateSettings: {
            /**
             * @description Changes settings. Omitted ones stay.
             * @constant
             */
            op: "update_settings";
            settings: components["schemas"]["FormSettingsChange"];
        };
        /** @description Changes a step. `routing` is replaced as a whole. */
        FormUpdateStep: {
            /**
             * @description Changes a step. `routing` is replaced as a whole.
             * @constant
             */
            op: "update_step";
            /** @description Key of the step */
            step: string;
            title?: string;
            /** @description Rules for the next step. The first rule that is met applies. */
            routing?: components["schemas"]["FormRuleSent"][];
            /** @description Key of the later step that follows if no rule is met, or `submit`. The next step by default. */
            otherwise?: string | null;
        };
        /** @description A form submission without its answers */
        FormSubmission: {
            id: number;
            /** @description Id of the form */
            form_id: number;
            /** @description Name of the form */
            form: string;
            /** @description Name of the submitter. Omitted if unknown. */
            submitter?: string;
            /** @description Email address of the submitter. Omitted if unknown. */
            email?: string;
            /** @enum {string} */
            status: "Submitted" | "In review" | "Approved" | "Changes requested" | "Closed" | "Archived" | (string & {});
            /**
             * @description `incident` if the form is set up for incidents, `prospect` if it creates prospects
             * @enum {string}
             */
            type: "form" | "incident" | "prospect" | (string & {});
            /**
             * Format: local-time
             * @description YYYY-MM-DD HH:MM:SS in the organisation’s time zone. Such as 2026-11-30 09:15:00.
             */
            submitted_at: string;
        };
        FormAnswer: {
            /** @description Key of the field */
            key: string;
            /** @description Label of the field when the form was answered */
            label: string;
            /** @enum {string} */
            type: "text" | "textarea" | "number" | "email" | "phone" | "date" | "time" | "datetime" | "select" | "radio" | "multiselect" | "checklist" | "yes_no" | "rating" | "signature" | "address" | "client" | "staff" | "heading" | "paragraph" | (string & {});
            /** @description Text, number, boolean or list of choices, depending on the type. For a client or staff member `{id, name}`, or `{name}` if no record of the organisation matches. A token that may not read clients or staff gets `{name}` as submitted, or null for a person named by id. */
            value: unknown;
            /** @description Key of the step. Imported answers may have none. */
            step?: string;
        };
        /** @description A change of status, or a note */
        FormSubmissionChange: {
            /** @enum {string} */
            status: "Submitted" | "In review" | "Approved" | "Changes requested" | "Closed" | "Archived" | (string & {});
            /** @description Name of the connection. Omitted for the form’s page. */
            by?: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            at: string;
            note?: string;
        };
        /** @description The facts of an incident, from the answers */
        FormIncidentFacts: {
            /** @description Severity: the answer to `severity_field` */
            severity?: string;
            /** @description Time of the incident: the answer to `occurred_field` */
            occurred_at?: string;
            /** @description Affected client: the answer to `client_field`. Without an id if no client matches the name. */
            client?: {
                id?: number;
                name: string;
            };
        };
        /** @description A form submission with its answers and history */
        FormSubmissionRecord: {
            id: number;
            /** @description Id of the form */
            form_id: number;
            /** @description Name of the form */
            form: string;
            /** @description Name of the submitter. Omitted if unknown. */
            submitter?: string;
            /** @description Email address of the submitter. Omitted if unknown. */
            email?: string;
            /** @enum {string} */
            status: "Submitted" | "In review" | "Approved" | "Changes requested" | "Closed" | "Archived" | (string & {});
            /**
             * @description `incident` if the form is set up for incidents, `prospect` if it creates prospects
             * @enum {string}
             */
            type: "form" | "incident" | "prospect" | (string & {});
            /**
             * Format: local-time
             * @description YYYY-MM-DD HH:MM:SS in the organisation’s time zone. Such as 2026-11-30 09:15:00.
             */
            submitted_at: string;
            /** @description Version of the form that was answered */
            form_version?: number;
            /** @description In the order of the form. Unanswered fields are omitted. */
            answers: components["schemas"]["FormAnswer"][];
            /** @description Client that the submission is about. Omitted for a token that may not read clients. */
            client?: components["schemas"]["Person"];
            incident?: components["schemas"]["FormIncidentFacts"];
            assignee?: components["schemas"]["Person"];
            /** @description Changes of status and notes, oldest first */
            history: components["schemas"]["FormSubmissionChange"][];
            /** @description Id of the prospect created from the submission */
            prospect_id?: number;
            /** @description Ref of the note that the submission belongs to */
            note_ref?: string;
            /**
             * @description How the submission was created
             * @enum {string}
             */
            source: "page" | "api" | "import" | (string & {});
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
        };
        FormSubmissionCreate: {
            /** @description Answers by the keys of the fields */
            answers: {
                [key: string]: unknown;
            };
            /** @description Name of the submitter. Taken from the answers if omitted. */
            submitter?: string;
            /**
             * Format: email
             * @description Email address of the submitter. Taken from the answers if omitted.
             */
            email?: string;
            /** @description Ref of the note that the submission belongs to */
            note_ref?: string;
        };
        FormSubmissionPatch: {
            /** @enum {string} */
            status?: "Submitted" | "In review" | "Approved" | "Changes requested" | "Closed" | "Archived";
            /** @description Added to the history, with or without a new status */
            note?: string;
        };
        FormLinkCreate: {
            /** @description Id of the client whose record prefills the form */
            client_id: number;
            /** @description Days until the link expires. If not sent: `14`. */
            expires_in_days?: number;
        };
        /** @description A single value means `is`, a list means `in`. GET /reports/options lists the operators of a field. Texts and choices are compared without regard to case. Records are named by id, also as a text of digits, or by full name. Negative operators also match records without a value. */
        InsightFilter: (string | number | boolean) | (string | number | boolean)[] | ({
            /** @enum {string} */
            operator: "is" | "is_not" | "more_than" | "at_least" | "less_than" | "at_most" | "contains" | "does_not_contain" | "starts_with" | "ends_with" | "on_or_after" | "on_or_before" | (string & {});
            value: string | number | boolean;
        } | {
            /** @enum {string} */
            operator: "in" | "not_in" | (string & {});
            value: (string | number | boolean)[];
        } | {
            /** @enum {string} */
            operator: "between" | (string & {});
            value: (string | number | boolean)[];
        } | {
            /** @enum {string} */
            operator: "empty" | "not_empty" | (string & {});
        });
        /** @description The settings of an insight. Keys that are not set are absent. */
        InsightSpec: {
            /** @description The source of the records, as listed by GET /reports/options. */
            source: string;
            /** @description `metricId::aggregation` of the source. Defaults to records::count. */
            metric: string;
            /**
             * @description Defaults to metric without group_by, to line if group_by is a date, and to bar otherwise.
             * @enum {string}
             */
            visualization: "metric" | "bar" | "line" | "area" | "pie" | "donut" | "table" | (string & {});
            /** @description A group of the source, such as `status` or `start:month`. The visualization metric stores it but does not use it. */
            group_by?: string;
            /** @description A second group of the source. Requires group_by. */
            breakdown_by?: string;
            /** @description Filters by field of the source; a record must match all of them. {} means none. */
            filters?: {
                [key: string]: components["schemas"]["InsightFilter"];
            };
            /** @description The days to count, by a preset, by first and last day, or by the last units. Defaults to all time. */
            date_range?: {
                /** @enum {string} */
                preset: "today" | "yesterday" | "this_week" | "last_week" | "this_month" | "last_month" | "last_30_days" | "last_90_days" | "this_quarter" | "last_quarter" | "this_financial_year" | "last_financial_year" | "all_time" | (string & {});
            } | {
                /**
                 * Format: date
                 * @description First day, included. Such as 2026-11-30.
                 */
                from: string;
                /**
                 * Format: date
                 * @description Last day, included. Must be on or after the first. Such as 2026-11-30.
                 */
                to: string;
            } | {
                /** @description The number of units. */
                last: number;
                /**
                 * @description The unit, singular or plural: `day`, `days`.
                 * @enum {string}
                 */
                unit: "day" | "week" | "month" | "quarter" | "year" | "days" | "weeks" | "months" | "quarters" | "years" | (string & {});
            };
            /** @description The format of values. */
            value_format?: {
                /**
                 * @description The style. percent does not multiply the number by 100.
                 * @enum {string}
                 */
                style: "number" | "currency" | "percent" | "hours" | (string & {});
                /** @description Digits after the decimal point. */
                decimals?: number;
            };
            /** @description Display options of the chart. */
            options?: {
                /** @description Whether series are stacked. */
                stacked?: boolean;
                /** @description Whether the names of the series are shown. */
                show_legend?: boolean;
                /** @description Whether values are written in the chart. */
                show_values?: boolean;
                /** @description The order of groups. By default dates ascend and other groups begin with the largest value. */
                sort?: {
                    /** @enum {string} */
                    by: "group" | "value" | (string & {});
                    /**
                     * @description Defaults to asc by group and desc by value.
                     * @enum {string}
                     */
                    direction: "asc" | "desc" | (string & {});
                };
                /** @description Maximum number of groups, after sorting. */
                limit?: number;
            };
            /** @description A target line to compare with. Only for bar, area and line. */
            target?: {
                /** @description The value of the target. */
                value: number;
                /** @description The name of the target. */
                label?: string;
            };
            /** @description Replaces the metric. Only for the visualization metric. */
            formula?: {
                /** @description Numbers, names of terms, + - * / ( ) and round(x, decimals). A division by zero has no value. */
                expression: string;
                /** @description Terms by name. The expression must use each of them. */
                terms: {
                    [key: string]: {
                        /** @description `metricId::aggregation` of the source. Defaults to records::count. */
                        metric: string;
                        /** @description Filters by field of the source; a record must match all of them. {} means none. */
                        filters?: {
                            [key: string]: components["schemas"]["InsightFilter"];
                        };
                    };
                };
            };
            /** @description The first rule that matches colours the number. Only for the visualization metric. */
            conditional_formatting?: ({
                /** @enum {string} */
                operator: "is" | "is_not" | "more_than" | "at_least" | "less_than" | "at_most" | "=" | "!=" | ">" | ">=" | "<" | "<=" | (string & {});
                /** @description The value to compare with. */
                value: number;
                color: string;
            } | {
                /** @enum {string} */
                operator: "between" | (string & {});
                value: number[];
                color: string;
            })[];
        };
        /** @description The settings to set. `source` is required on create. Another source than the stored one resets metric, group_by, breakdown_by, filters and formula. GET /reports/options lists the allowed values. */
        InsightSpecSent: {
            /** @description The source of the records, as listed by GET /reports/options. */
            source?: string;
            /** @description `metricId::aggregation` of the source. Defaults to records::count. */
            metric?: string;
            /**
             * @description Defaults to metric without group_by, to line if group_by is a date, and to bar otherwise.
             * @enum {string}
             */
            visualization?: "metric" | "bar" | "line" | "area" | "pie" | "donut" | "table";
            /** @description A group of the source, such as `status` or `start:month`. The visualization metric stores it but does not use it. null removes it. */
            group_by?: string | null;
            /** @description A second group of the source. Requires group_by. null removes it. */
            breakdown_by?: string | null;
            /** @description Filters by field of the source; a record must match all of them. {} means none. null removes it. */
            filters?: {
                [key: string]: components["schemas"]["InsightFilterSent"];
            } | null;
            /** @description The days to count, by a preset, by first and last day, or by the last units. Defaults to all time. null removes it. */
            date_range?: {
                /** @enum {string} */
                preset: "today" | "yesterday" | "this_week" | "last_week" | "this_month" | "last_month" | "last_30_days" | "last_90_days" | "this_quarter" | "last_quarter" | "this_financial_year" | "last_financial_year" | "all_time";
            } | {
                /**
                 * Format: date
                 * @description First day, included. Such as 2026-11-30.
                 */
                from: string;
                /**
                 * Format: date
                 * @description Last day, included. Must be on or after the first. Such as 2026-11-30.
                 */
                to: string;
            } | {
                /** @description The number of units. */
                last: number;
                /**
                 * @description The unit, singular or plural: `day`, `days`.
                 * @enum {string}
                 */
                unit: "day" | "week" | "month" | "quarter" | "year" | "days" | "weeks" | "months" | "quarters" | "years";
            } | null;
            /** @description The format of values. null removes it. */
            value_format?: {
                /**
                 * @description The style. percent does not multiply the number by 100.
                 * @enum {string}
                 */
                style: "number" | "currency" | "percent" | "hours";
                /** @description Digits after the decimal point. null removes it. */
                decimals?: number | null;
            } | null;
            /** @description Display options of the chart. null removes it. */
            options?: {
                /** @description Whether series are stacked. null removes it. */
                stacked?: boolean | null;
                /** @description Whether the names of the series are shown. null removes it. */
                show_legend?: boolean | null;
                /** @description Whether values are written in the chart. null removes it. */
                show_values?: boolean | null;
                /** @description The order of groups. By default dates ascend and other groups begin with the largest value. null removes it. */
                sort?: {
                    /** @enum {string} */
                    by: "group" | "value";
                    /**
                     * @description Defaults to asc by group and desc by value. null removes it.
                     * @enum {string|null}
                     */
                    direction?: "asc" | "desc" | null;
                } | null;
                /** @description Maximum number of groups, after sorting. null removes it. */
                limit?: number | null;
            } | null;
            /** @description A target line to compare with. Only for bar, area and line. null removes it. */
            target?: {
                /** @description The value of the target. */
                value: number;
                /** @description The name of the target. null removes it. */
                label?: string | null;
            } | null;
            /** @description Replaces the metric. Only for the visualization metric. null removes it. */
            formula?: {
                /** @description Numbers, names of terms, + - * / ( ) and round(x, decimals). A division by zero has no value. */
                expression: string;
                /** @description Terms by name. The expression must use each of them. */
                terms: {
                    [key: string]: {
                        /** @description `metricId::aggregation` of the source. Defaults to records::count. */
                        metric: string;
                        /** @description Filters by field of the source; a record must match all of them. {} means none. null removes it. */
                        filters?: {
                            [key: string]: components["schemas"]["InsightFilterSent"];
                        } | null;
                    };
                };
            } | null;
            /** @description The first rule that matches colours the number. Only for the visualization metric. null removes it. */
            conditional_formatting?: ({
                /** @enum {string} */
                operator: "is" | "is_not" | "more_than" | "at_least" | "less_than" | "at_most" | "=" | "!=" | ">" | ">=" | "<" | "<=";
                /** @description The value to compare with. */
                value: number;
                color: string;
            } | {
                /** @enum {string} */
                operator: "between";
                value: number[];
                color: string;
            })[] | null;
        };
        /** @description An insight in a list. */
        InsightItem: {
            id: number;
            name: string;
            /** @enum {string} */
            visualization: "metric" | "bar" | "line" | "area" | "pie" | "donut" | "table" | (string & {});
            /** @description The source of its records, as in GET /reports/options. */
            source: string;
            /** @description Names of its spaces. */
            spaces: string[];
            /** @description Whether it is protected from edits and deletion. */
            protected: boolean;
        };
        /** @description The results of an insight, computed from the current data. */
        InsightResults: {
            /** @description The columns of a row: the group and the breakdown, if the insight has them, and the value. */
            columns: {
                /** @description The id of the group or the breakdown, or `value`. */
                key: string;
                label: string;
                /** @enum {string} */
                type: "text" | "date" | "boolean" | "number" | (string & {});
            }[];
            /** @description Rows by the keys of the columns. A date is a day, the Monday of a week, a month such as 2026-07, a quarter such as 2026-Q3, or a year. null means no value. */
            rows: {
                [key: string]: string | number | boolean | null;
            }[];
            row_count: number;
            /** @description Whether rows were left out: more groups than the limit, more than 5,000 rows, or more than 1 MB of names. */
            truncated: boolean;
            /** @description The days the results cover. */
            date_range: {
                /**
                 * Format: date
                 * @description First day, included. null if unbounded. Such as 2026-11-30.
                 */
                from: string | null;
                /**
                 * Format: date
                 * @description Last day, included. null if unbounded. Such as 2026-11-30.
                 */
                to: string | null;
            };
            /** @description Time zone of the organisation, which defines days. */
            timezone: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            generated_at: string;
        };
        Insight: {
            id: number;
            name: string;
            description: string | null;
            /** @enum {string} */
            mode: "single" | (string & {});
            /** @description The source of its records, as in GET /reports/options. */
            source: string;
            /** @enum {string} */
            visualization: "metric" | "bar" | "line" | "area" | "pie" | "donut" | "table" | (string & {});
            spec: components["schemas"]["InsightSpec"];
            /** @description The space of the insight. */
            space: components["schemas"]["Person"] | null;
            /** @description The subfolder within the space. */
            subfolder_id: string | null;
            /** @description Whether it is protected from edits and deletion. */
            protected: boolean;
            /** @description Web page with the chart of the insight. Valid for a week, and only while the token is valid. Shows what the token can read at the time of viewing. */
            link: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
            results?: components["schemas"]["InsightResults"] | null;
            /** @description The reason why results is null. */
            results_message?: string;
        };
        InsightCreate: {
            name: string;
            spec: components["schemas"]["InsightSpecSent"];
            description?: string | null;
            /** @description The space of the insight. null removes it from its space. */
            space_id?: number | null;
            /** @description A subfolder of the space. A new space_id without it resets it to null. */
            subfolder_id?: string | null;
        };
        InsightPatch: {
            name?: string;
            description?: string | null;
            spec?: components["schemas"]["InsightSpecSent"];
            /** @description The space of the insight. null removes it from its space. */
            space_id?: number | null;
            /** @description A subfolder of the space. A new space_id without it resets it to null. */
            subfolder_id?: string | null;
        };
        ReportOptions: {
            /** @description The sources of areas that the token can read. */
            sources: {
                id: string;
                label: string;
                /** @description The field that date_range applies to. */
                date: string;
                /** @description Metrics of the source. The metric of a spec is `id::aggregation`. */
                metrics: {
                    id: string;
                    label: string;
                    aggregations: ("count" | "count_distinct" | "sum" | "avg" | "min" | "max")[];
                }[];
                /** @description Values of group_by and breakdown_by. A date field has one for each grain. */
                groups: {
                    id: string;
                    label: string;
                    /** @enum {string} */
                    type: "text" | "choice" | "boolean" | "number" | "record" | "date" | (string & {});
                }[];
                filters: {
                    field: string;
                    label: string;
                    /** @enum {string} */
                    type: "text" | "choice" | "boolean" | "number" | "record" | "date" | (string & {});
                    operators: string[];
                    /** @description The values of a choice. */
                    values?: string[];
                }[];
                visualizations: ("metric" | "bar" | "line" | "area" | "pie" | "donut" | "table")[];
            }[];
            aggregations: ("count" | "count_distinct" | "sum" | "avg" | "min" | "max")[];
            date_presets: ("today" | "yesterday" | "this_week" | "last_week" | "this_month" | "last_month" | "last_30_days" | "last_90_days" | "this_quarter" | "last_quarter" | "this_financial_year" | "last_financial_year" | "all_time")[];
            date_units: ("day" | "week" | "month" | "quarter" | "year" | "days" | "weeks" | "months" | "quarters" | "years")[];
            value_formats: ("number" | "currency" | "percent" | "hours")[];
            sorts: {
                by: ("group" | "value")[];
                directions: ("asc" | "desc")[];
            };
            conditional_formatting: {
                operators: ("is" | "is_not" | "more_than" | "at_least" | "less_than" | "at_most" | "between" | "=" | "!=" | ">" | ">=" | "<" | "<=")[];
                /** @description Named colours. Any #rrggbb is supported too. */
                colors: ("green" | "amber" | "red" | "blue" | "grey")[];
            };
            /** @description The spaces with their subfolders: values of space_id and subfolder_id. */
            spaces: {
                id: number;
                name: string;
                subfolders: {
                    id: string;
                    name: string;
                }[];
            }[];
        };
        Subfolder: {
            id: string;
            name: string;
        };
        /** @description A folder of insights and dashboards. */
        Space: {
            id: number;
            name: string;
            subfolders: components["schemas"]["Subfolder"][];
        };
        Dashboard: {
            id: number;
            name: string;
            description: string | null;
            /** @description The space of the dashboard. */
            space: components["schemas"]["Person"] | null;
            /** @description The subfolder within the space. */
            subfolder_id: string | null;
            /** @description Whether it is protected from edits and deletion. */
            protected: boolean;
            settings: components["schemas"]["DashboardSettings"];
            /** @description Cards from top to bottom and from left to right. */
            cards: components["schemas"]["DashboardCard"][];
            /** @description Web page of the dashboard. Valid for a week, and only while the token is valid. Shows what the token can read at the time of viewing. */
            link: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
        };
        DashboardCard: {
            id: number;
            /** @enum {string} */
            type: "insight" | "text" | (string & {});
            /** @description The insight of the card. */
            insight_id?: number;
            insight?: {
                name: string;
                /** @enum {string} */
                visualization: "metric" | "bar" | "line" | "area" | "pie" | "donut" | "table" | (string & {});
            };
            /** @description The text of a text card. A blank line starts a new paragraph. */
            text?: string;
            position: components["schemas"]["DashboardPosition"];
            /** @description The minimum size of the card’s content. A new position must not be smaller. */
            min_size: {
                w: number;
                h: number;
            };
            show_title: boolean;
            show_description: boolean;
            /** @description Whether the card keeps its position. */
            locked: boolean;
        };
        /** @description A position on the grid of 24 columns. */
        DashboardPosition: {
            /** @description First column, from 0. */
            x: number;
            /** @description First row, from 0. */
            y: number;
            /** @description Width in columns. */
            w: number;
            /** @description Height in rows. */
            h: number;
        };
        /** @description Settings of a dashboard. Its `date_range` replaces that of every insight on it. */
        DashboardSettings: {
            /** @description Whether removing a card closes the gaps. */
            auto_layout: boolean;
            /** @description The days to count, by a preset, by first and last day, or by the last units. Defaults to all time. */
            date_range?: {
                /** @enum {string} */
                preset: "today" | "yesterday" | "this_week" | "last_week" | "this_month" | "last_month" | "last_30_days" | "last_90_days" | "this_quarter" | "last_quarter" | "this_financial_year" | "last_financial_year" | "all_time" | (string & {});
            } | {
                /**
                 * Format: date
                 * @description First day, included. Such as 2026-11-30.
                 */
                from: string;
                /**
                 * Format: date
                 * @description Last day, included. Must be on or after the first. Such as 2026-11-30.
                 */
                to: string;
            } | {
                /** @description The number of units. */
                last: number;
                /**
                 * @description The unit, singular or plural: `day`, `days`.
                 * @enum {string}
                 */
                unit: "day" | "week" | "month" | "quarter" | "year" | "days" | "weeks" | "months" | "quarters" | "years" | (string & {});
            };
        };
        /** @description Adds a card with an insight. */
        DashboardAddInsight: {
            /**
             * @description Adds a card with an insight.
             * @constant
             */
            op: "add_insight";
            /** @description An insight of the organisation. */
            insight_id: number;
            position?: components["schemas"]["DashboardCardPlace"];
            /** @description Whether the title is shown. A new card defaults to true. */
            show_title?: boolean;
            /** @description Whether the description is shown. A new card defaults to false. */
            show_description?: boolean;
            /** @description A name for the new card that later operations of the request can use as `card_id`. */
            key?: string;
        };
        /** @description Adds a card with a text. */
        DashboardAddText: {
            /**
             * @description Adds a card with a text.
             * @constant
             */
            op: "add_text";
            /** @description The text of the card. A blank line starts a new paragraph. */
            text: string;
            position?: components["schemas"]["DashboardCardPlace"];
            /** @description A name for the new card that later operations of the request can use as `card_id`. */
            key?: string;
        };
        /** @description Arranges the cards once: in reading order, each takes the first free position. Locked cards stay. */
        DashboardAutoLayout: {
            /**
             * @description Arranges the cards once: in reading order, each takes the first free position. Locked cards stay.
             * @constant
             */
            op: "auto_layout";
        };
        /** @description The new position of a card, which must not overlap another. Absent fields stay unchanged. */
        DashboardCardMove: {
            /** @description First column, from 0. x + w is at most 24. */
            x?: number;
            /** @description First row, from 0. y + h is at most 10000. */
            y?: number;
            /** @description Width in columns, at least that of min_size. */
            w?: number;
            /** @description Height in rows, at least that of min_size and at most 100. */
            h?: number;
        };
        /** @description The position of a new card, which must not overlap another. Without w and h it has the default size. Without x and y, which come together, it takes the first free position of its size. */
        DashboardCardPlace: {
            /** @description First column, from 0. x + w is at most 24. */
            x?: number;
            /** @description First row, from 0. y + h is at most 10000. */
            y?: number;
            /** @description Width in columns, at least that of min_size. */
            w?: number;
            /** @description Height in rows, at least that of min_size and at most 100. */
            h?: number;
        };
        DashboardCreate: {
            name: string;
            description?: string | null;
            settings?: components["schemas"]["DashboardSettingsChange"];
            /** @description The space of the dashboard. null removes it from its space. */
            space_id?: number | null;
            /** @description A subfolder of the space. */
            subfolder_id?: string | null;
            /** @description Operations on cards, applied in order: all of them or none. A dashboard has at most 60 cards. */
            operations?: components["schemas"]["DashboardOperation"][];
        };
        /** @description One operation: add_insight, add_text, update_card, remove_card, auto_layout. */
        DashboardOperation: components["schemas"]["DashboardAddInsight"] | components["schemas"]["DashboardAddText"] | components["schemas"]["DashboardUpdateCard"] | components["schemas"]["DashboardRemoveCard"] | components["schemas"]["DashboardAutoLayout"];
        /** @description Fields to change. Absent fields stay unchanged. A new space_id without subfolder_id resets the subfolder. */
        DashboardPatch: {
            name?: string;
            description?: string | null;
            settings?: components["schemas"]["DashboardSettingsChange"];
            /** @description The space of the dashboard. null removes it from its space. */
            space_id?: number | null;
            /** @description A subfolder of the space. */
            subfolder_id?: string | null;
            /** @description Operations on cards, applied in order: all of them or none. A dashboard has at most 60 cards. */
            operations?: components["schemas"]["DashboardOperation"][];
        };
        /** @description Removes a card. */
        DashboardRemoveCard: {
            /**
             * @description Removes a card.
             * @constant
             */
            op: "remove_card";
            /** @description The id of a card of the dashboard, or the `key` of a card that an earlier operation adds. */
            card_id: number | string;
        };
        /** @description Settings to change. Absent fields stay unchanged. */
        DashboardSettingsChange: {
            /** @description Whether removing a card closes the gaps. Turning it on arranges the cards; moving a card turns it off. */
            auto_layout?: boolean;
            /** @description The date range of every insight on the dashboard, in place of its own. null removes it. */
            date_range?: {
                /** @enum {string} */
                preset: "today" | "yesterday" | "this_week" | "last_week" | "this_month" | "last_month" | "last_30_days" | "last_90_days" | "this_quarter" | "last_quarter" | "this_financial_year" | "last_financial_year" | "all_time";
            } | {
                /**
                 * Format: date
                 * @description First day, included. Such as 2026-11-30.
                 */
                from: string;
                /**
                 * Format: date
                 * @description Last day, included. Must be on or after the first. Such as 2026-11-30.
                 */
                to: string;
            } | {
                /** @description The number of units. */
                last: number;
                /**
                 * @description The unit, singular or plural: `day`, `days`.
                 * @enum {string}
                 */
                unit: "day" | "week" | "month" | "quarter" | "year" | "days" | "weeks" | "months" | "quarters" | "years";
            } | null;
        };
        /** @description Updates a card. */
        DashboardUpdateCard: {
            /**
             * @description Updates a card.
             * @constant
             */
            op: "update_card";
            /** @description The id of a card of the dashboard, or the `key` of a card that an earlier operation adds. */
            card_id: number | string;
            /** @description Whether the title is shown. A new card defaults to true. */
            show_title?: boolean;
            /** @description Whether the description is shown. A new card defaults to false. */
            show_description?: boolean;
            /** @description Whether the card keeps its position. */
            locked?: boolean;
            /** @description The text of the card. A blank line starts a new paragraph. */
            text?: string;
            position?: components["schemas"]["DashboardCardMove"];
        };
        /** @description The id of a record in another system. */
        ExternalId: {
            /** @description Short name of the other system. */
            system: string;
            /**
             * @description Type of the record.
             * @enum {string}
             */
            type: "client" | "staff" | "site" | "shift" | "task" | "prospect" | (string & {});
            /** @description Id of the record in the other system. */
            external_id: string;
            /** @description Id of the record, such as 106; for a shift its ref, such as a:801. */
            id: number | string;
            /**
             * Format: date-time
             * @description When the external id was first set. ISO 8601 with microseconds and a trailing Z.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was set to this record. ISO 8601 with microseconds and a trailing Z.
             */
            updated_at: string;
        };
        ExternalIdPut: {
            /** @description Id of the record, such as 106; for a shift its ref, such as a:801. */
            id: number | string;
        };
        /**
         * @description What happened. GET /events/types describes each type.
         * @enum {string}
         */
        EventTypeName: "client.created" | "client.updated" | "client.archived" | "client.restored" | "business.created" | "business.updated" | "business.deleted" | "note.created" | "note.updated" | "note_template.created" | "note_template.updated" | "note_template.deleted" | "staff.created" | "staff.updated" | "staff.status_changed" | "staff.calendar_created" | "staff.calendar_changed" | "staff.calendar_deleted" | "site.created" | "site.updated" | "shift.created" | "shift.updated" | "shift.published" | "shift.unpublished" | "shift.clocked_in" | "shift.clocked_out" | "shift.attendance_corrected" | "shift.cancelled" | "shift.restored" | "shift.deleted" | "shift.removed" | "shift.note_added" | "task.created" | "task.updated" | "task.completed" | "task.reopened" | "task.deleted" | "task.note_added" | "task.document_added" | "task_charge.created" | "task_charge.updated" | "task_charge.deleted" | "task_charge.made_primary" | "price_code.created" | "price_code.updated" | "billable.created" | "billable.updated" | "billable.removed" | "billable.invoiced" | "billable.voided" | "prospect.created" | "prospect.updated" | "prospect.stage_changed" | "prospect.note_added" | "prospect.converted" | "prospect_options.updated" | "form.created" | "form.updated" | "form.published" | "form.unpublished" | "form_submission.created" | "form_submission.updated" | "form_submission.status_changed" | "space.created" | "space.updated" | "space.deleted" | "insight.created" | "insight.updated" | "insight.deleted" | "dashboard.created" | "dashboard.updated" | "dashboard.deleted" | "organisation.updated" | "organisation.imported" | "webhook.disabled" | (string & {});
        /** @description What happened to a record. */
        Event: {
            /** @description Its number: 1, 2, 3 … without a gap in each organisation. */
            id: number;
            type: components["schemas"]["EventTypeName"];
            /**
             * Format: date-time
             * @description The time of the change.
             */
            at: string;
            subject: components["schemas"]["EventSubject"];
            /** @description Names of the fields that changed, or that were sent to create it. */
            fields: string[];
            /** @description Further facts. GET /events/types has the schema for each type. */
            detail: {
                [key: string]: unknown;
            } | null;
            /** @description The connection that made the change. Null for series, imports and public forms. */
            connection: string | null;
        };
        /** @description Position in the feed. */
        FeedMeta: {
            /** @description Name of the feed. It changes when the operator restarts the feed, after a backup was restored. Send it as `feed`. */
            feed: string;
            /** @description Send it as `after` to go on, also if `data` is empty. */
            next: number;
            /** @description Number of the last event; 0 before the first. */
            latest: number;
            /** @description Number of the oldest event that is still stored. */
            oldest: number;
        };
        /** @description A type of event. */
        EventType: {
            type: components["schemas"]["EventTypeName"];
            /** @description When it occurs. */
            description: string;
            /**
             * @description The area that a token must read. Null: it needs none.
             * @enum {string|null}
             */
            area: "clients" | "staff" | "roster" | "sites" | "tasks" | "finance" | "forms" | "reports" | "prospects" | null | (string & {});
            /** @description Whether this token sees such events. */
            allowed: boolean;
            /**
             * @description The kind of record.
             * @enum {string}
             */
            subject: "client" | "business" | "note" | "note_template" | "staff" | "site" | "shift" | "task" | "task_charge" | "price_code" | "billable" | "prospect" | "prospect_options" | "form" | "form_submission" | "space" | "insight" | "dashboard" | "organisation" | "webhook" | (string & {});
            /** @description JSON Schema of `detail` in the feed. */
            detail: {
                [key: string]: unknown;
            };
            example: components["schemas"]["Event"];
        };
        /** @description The record that changed. */
        EventSubject: {
            /**
             * @description The kind of record. The type of an event begins with it.
             * @enum {string}
             */
            type: "client" | "business" | "note" | "note_template" | "staff" | "site" | "shift" | "task" | "task_charge" | "price_code" | "billable" | "prospect" | "prospect_options" | "form" | "form_submission" | "space" | "insight" | "dashboard" | "organisation" | "webhook" | (string & {});
            /** @description The record’s id. Null for records of which there is one. */
            id: number | null;
            /** @description The ref of a shift or note, null for other records. */
            ref: string | null;
            /** @description The path of GET for the record. Null if it is gone, or if no request returns it alone. */
            path: string | null;
        };
        /** @description An address that events are sent to. */
        Webhook: {
            id: number;
            /** @description Where events are sent. */
            url: string;
            /** @description Types of events: `shift.cancelled`, all of a kind of record `shift.*`, or `*`. */
            types: string[];
            /** @description What it is for. */
            description: string | null;
            /** @description Whether each event waits until the one before is delivered or has failed, whatever record it is about. */
            ordered: boolean;
            /**
             * @description active; resting after failures, until next_attempt_at; waiting while no token of the connection is valid; or disabled.
             * @enum {string}
             */
            status: "active" | "resting" | "waiting" | "disabled" | (string & {});
            /**
             * @description gone: the receiver answered 410. failing: five days without a success. request: by PATCH or a command. Null if it is not disabled.
             * @enum {string|null}
             */
            disabled_reason: "gone" | "failing" | "request" | null | (string & {});
            /** @description Types that match and that no valid token of the connection may read. Their events are not sent. */
            not_allowed: string[];
            /**
             * Format: date-time
             * @description The first failure since the last success.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description The next attempt after failures. Null if none is due.
             */
            next_attempt_at: string | null;
            /** @description Number of an event. All up to it were delivered, have failed, are not for this webhook, or are pending. */
            position: number;
            /** @description How many events the feed has after the position. */
            behind: number;
            /** @description The valid secrets, the current one first. Requests are signed with each of them. */
            secrets: {
                /** @description Its last four characters. */
                last_four: string;
                /**
                 * Format: date-time
                 * @description When it ends. Null for the current secret.
                 */
                expires_at: string | null;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 with microseconds and a trailing Z
             */
            updated_at: string;
        };
        WebhookCreate: {
            /** @description Where events are sent: an https address on the public internet. */
            url: string;
            /** @description Types of events: `shift.cancelled`, all of a kind of record `shift.*`, or `*`. If not sent: `["*"]`. */
            types?: string[];
            /** @description What it is for. */
            description?: string | null;
            /** @description Whether each event waits until the one before is delivered or has failed, whatever record it is about. If not sent: `false`. */
            ordered?: boolean;
            /** @description The first event to send: `latest` for new ones alone, the number of an event, or a day or ISO 8601 instant. If not sent: `latest`. */
            from?: number | string;
            /** @description Validates the request and stores nothing. If not sent: `false`. */
            dry_run?: boolean;
        };
        WebhookPatch: {
            /** @description Where events are sent: an https address on the public internet. */
            url?: string;
            /** @description Types of events: `shift.cancelled`, all of a kind of record `shift.*`, or `*`. */
            types?: string[];
            /** @description What it is for. */
            description?: string | null;
            /** @description Whether each event waits until the one before is delivered or has failed, whatever record it is about. */
            ordered?: boolean;
            /** @description false disables the webhook, true enables it again. */
            enabled?: boolean;
            /**
             * @description With `enabled: true`: whether a disabled webhook continues where it stopped, which is what happens if it is not sent, or sends new events alone.
             * @enum {string}
             */
            resume?: "continue" | "latest";
        };
        SecretRotation: {
            /** @description How long requests are signed with the old secret too. 0 ends every older secret at once. If not sent: `24`. */
            overlap_hours?: number;
        };
        WebhookTest: {
            /**
             * @description The type whose example is sent. If not sent: `webhook.test`.
             * @enum {string}
             */
            type?: "webhook.test" | "client.created" | "client.updated" | "client.archived" | "client.restored" | "business.created" | "business.updated" | "business.deleted" | "note.created" | "note.updated" | "note_template.created" | "note_template.updated" | "note_template.deleted" | "staff.created" | "staff.updated" | "staff.status_changed" | "staff.calendar_created" | "staff.calendar_changed" | "staff.calendar_deleted" | "site.created" | "site.updated" | "shift.created" | "shift.updated" | "shift.published" | "shift.unpublished" | "shift.clocked_in" | "shift.clocked_out" | "shift.attendance_corrected" | "shift.cancelled" | "shift.restored" | "shift.deleted" | "shift.removed" | "shift.note_added" | "task.created" | "task.updated" | "task.completed" | "task.reopened" | "task.deleted" | "task.note_added" | "task.document_added" | "task_charge.created" | "task_charge.updated" | "task_charge.deleted" | "task_charge.made_primary" | "price_code.created" | "price_code.updated" | "billable.created" | "billable.updated" | "billable.removed" | "billable.invoiced" | "billable.voided" | "prospect.created" | "prospect.updated" | "prospect.stage_changed" | "prospect.note_added" | "prospect.converted" | "prospect_options.updated" | "form.created" | "form.updated" | "form.published" | "form.unpublished" | "form_submission.created" | "form_submission.updated" | "form_submission.status_changed" | "space.created" | "space.updated" | "space.deleted" | "insight.created" | "insight.updated" | "insight.deleted" | "dashboard.created" | "dashboard.updated" | "dashboard.deleted" | "organisation.updated" | "organisation.imported" | "webhook.disabled";
        };
        /** @description One request to the receiver. */
        WebhookAttempt: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            at: string;
            /** @description Status of the response. Null if there was none. */
            status_code: number | null;
            /** @description Milliseconds until the status, or until the failure. */
            duration_ms: number;
            /** @description Why it failed. Null if it succeeded. */
            error: string | null;
            /** @description The beginning of the text of a failed response. */
            response: string | null;
        };
        /** @description An event that was sent, or is to be sent, to a webhook. */
        WebhookDelivery: {
            /** @description Number of the event in the feed. */
            event_id: number;
            type: components["schemas"]["EventTypeName"];
            subject: components["schemas"]["EventSubject"];
            /**
             * @description pending until the next attempt, delivered by a 2xx, or failed after the last attempt.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | (string & {});
            /** @description Number of attempts so far. */
            attempts: number;
            /**
             * Format: date-time
             * @description When a pending delivery is due.
             */
            next_attempt_at: string | null;
            /** @description Null before the first. */
            last_attempt: components["schemas"]["WebhookAttempt"] | null;
            /** @description Whether it was sent again by a request. */
            is_replay: boolean;
        };
        /** @description A delivery with all its attempts. */
        WebhookDeliveryWithTries: {
            /** @description Number of the event in the feed. */
            event_id: number;
            type: components["schemas"]["EventTypeName"];
            subject: components["schemas"]["EventSubject"];
            /**
             * @description pending until the next attempt, delivered by a 2xx, or failed after the last attempt.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | (string & {});
            /** @description Number of attempts so far. */
            attempts: number;
            /**
             * Format: date-time
             * @description When a pending delivery is due.
             */
            next_attempt_at: string | null;
            /** @description Null before the first. */
            last_attempt: components["schemas"]["WebhookAttempt"] | null;
            /** @description Whether it was sent again by a request. */
            is_replay: boolean;
            /** @description Every attempt, the first one first. */
            tries: components["schemas"]["WebhookAttempt"][];
        };
        WebhookReplay: {
            /** @description The first event: its number, or a day or ISO 8601 instant. */
            from: number | string;
            /** @description The last event, included: its number, or a day or instant. If not sent: the last one. */
            to?: number | string;
            /**
             * @description failed: deliveries that failed or are pending. all: every event of the webhook’s types, delivered or not. If not sent: `failed`.
             * @enum {string}
             */
            only?: "failed" | "all";
            /** @description Validates the request and stores nothing. If not sent: `false`. */
            dry_run?: boolean;
        };
        /** @description An error, with a message. */
        ApiError: {
            message: string;
        };
        /** @description The validation errors by field. A change that is not allowed may have a message only. */
        ValidationError: {
            message: string;
            /** @description A list of messages for each field. Nested fields are written like `operations.2.position`. If there are more than 200 errors, `*` has the number of those that are not listed. */
            errors?: {
                [key: string]: string[];
            };
            error?: string;
            /** @description Roster only: the conflicts of the shift. */
            conflicts?: components["schemas"]["ShiftConflict"][];
            /** @description Conversion of a prospect only: existing clients that may be the same person. */
            duplicates?: components["schemas"]["LikelyClient"][];
            /** @description Publishing a form only: the issues to fix first. */
            issues?: components["schemas"]["FormIssue"][];
        };
        /** @description What a webhook says of an event, without its detail. */
        WebhookData: {
            /** @description Number of the event: 1, 2, 3 … without a gap in each organisation. */
            id: number;
            /** @description Name of the feed that the number is from. */
            feed: string;
            /** @description The organisation, by its slug. */
            organisation: string;
            subject: components["schemas"]["EventSubject"];
            /** @description Names of the fields that changed, or that were sent to create it. */
            fields: string[];
            /**
             * @description The detail is left out, because the body would have more than 20 KB: read `GET /events/{id}`.
             * @constant
             */
            detail_omitted?: true;
            /** @description The connection that made the change. Null for series, imports and public forms. */
            connection: string | null;
            /**
             * @description Only in a test: no event has happened.
             * @constant
             */
            test?: true;
        };
        /** @description The detail of each type of event. */
        WebhookDetails: {
            "client.created": null;
            "client.updated": null;
            "client.archived": null;
            "client.restored": null;
            "business.created": null;
            "business.updated": null;
            "business.deleted": null;
            "note.created": {
                /** @description The client of the note. */
                client_id: number;
            } | null;
            "note.updated": {
                /** @description General or Task. */
                kind: string;
                /** @description The task of a task’s note. */
                task_id?: number;
            } | null;
            "note_template.created": null;
            "note_template.updated": null;
            "note_template.deleted": null;
            "staff.created": null;
            "staff.updated": null;
            "staff.status_changed": {
                /** @description The state before. */
                from: string;
                /** @description The state after. */
                to: string;
            } | null;
            "staff.calendar_created": {
                /** @description busy, shift or full. */
                detail: string;
            } | null;
            "staff.calendar_changed": {
                /** @description busy, shift or full. */
                detail: string;
            } | null;
            "staff.calendar_deleted": null;
            "site.created": null;
            "site.updated": null;
            "shift.created": {
                /** @description Conflicts that the request overrode. */
                overridden?: {
                    /** @description The code of the conflict. */
                    code: string;
                    staff_id?: number;
                    client_id?: number;
                    /** @description The other shift. */
                    ref?: string;
                }[];
                /** @description Conflicts because of which its series left people out. */
                left_out?: {
                    /** @description The code of the conflict. */
                    code: string;
                    staff_id?: number;
                    client_id?: number;
                    /** @description The other shift. */
                    ref?: string;
                }[];
            } | null;
            "shift.updated": {
                /** @description Conflicts that the request overrode. */
                overridden?: {
                    /** @description The code of the conflict. */
                    code: string;
                    staff_id?: number;
                    client_id?: number;
                    /** @description The other shift. */
                    ref?: string;
                }[];
            } | null;
            "shift.published": {
                /** @description Conflicts that the request overrode. */
                overridden?: {
                    /** @description The code of the conflict. */
                    code: string;
                    staff_id?: number;
                    client_id?: number;
                    /** @description The other shift. */
                    ref?: string;
                }[];
            } | null;
            "shift.unpublished": null;
            "shift.clocked_in": {
                /** @description The staff member. */
                staff_id: number;
                /** @description The status of the shift after it. */
                status: string;
            } | null;
            "shift.clocked_out": {
                /** @description The staff member. */
                staff_id: number;
                /** @description The status of the shift after it. */
                status: string;
            } | null;
            "shift.attendance_corrected": {
                /** @description The staff member. */
                staff_id: number;
                /** @description The status of the shift after it. */
                status: string;
            } | null;
            "shift.cancelled": {
                /** @description Who cancelled it. */
                cancelled_by: string;
            } | null;
            "shift.restored": {
                /** @description Conflicts that the request overrode. */
                overridden?: {
                    /** @description The code of the conflict. */
                    code: string;
                    staff_id?: number;
                    client_id?: number;
                    /** @description The other shift. */
                    ref?: string;
                }[];
            } | null;
            "shift.deleted": null;
            "shift.removed": null;
            "shift.note_added": {
                /** @description The added note. */
                note_id: number;
            } | null;
            "task.created": null;
            "task.updated": null;
            "task.completed": null;
            "task.reopened": null;
            "task.deleted": null;
            "task.note_added": {
                /** @description The added note. */
                note_id: number;
            } | null;
            "task.document_added": {
                /** @description The added document. */
                document_id: number;
            } | null;
            "task_charge.created": {
                /** @description The task of the charge or billable. */
                task_id: number;
            } | null;
            "task_charge.updated": {
                /** @description The task of the charge or billable. */
                task_id: number;
            } | null;
            "task_charge.deleted": {
                /** @description The task of the charge or billable. */
                task_id: number;
            } | null;
            "task_charge.made_primary": {
                /** @description The task of the charge or billable. */
                task_id: number;
            } | null;
            "price_code.created": null;
            "price_code.updated": null;
            "billable.created": {
                /** @description The task of the charge or billable. */
                task_id: number;
                /** @description The charge that the billable is made from. */
                charge_id: number;
            } | null;
            "billable.updated": {
                /** @description The task of the charge or billable. */
                task_id: number;
            } | null;
            "billable.removed": {
                /** @description The task of the charge or billable. */
                task_id: number;
                /** @description The charge that the billable is made from. */
                charge_id: number;
            } | null;
            "billable.invoiced": {
                /** @description The task of the charge or billable. */
                task_id: number;
                /** @description The number of the invoice. */
                invoice_number: string;
            } | null;
            "billable.voided": {
                /** @description The task of the charge or billable. */
                task_id: number;
                /** @description The number of the invoice. */
                invoice_number: string;
            } | null;
            "prospect.created": null;
            "prospect.updated": null;
            "prospect.stage_changed": {
                /** @description The state before. */
                from: string;
                /** @description The state after. */
                to: string;
            } | null;
            "prospect.note_added": {
                /** @description The added note. */
                note_id: number;
            } | null;
            "prospect.converted": {
                /** @description The client. */
                client_id: number;
                /** @description created or linked. */
                conversion: string;
                /** @description The stage before. */
                from?: string;
                /** @description The stage after. */
                to?: string;
            } | null;
            "prospect_options.updated": null;
            "form.created": null;
            "form.updated": null;
            "form.published": {
                /** @description The published version. */
                version: number;
            } | null;
            "form.unpublished": {
                /** @description The published version. */
                version: number;
            } | null;
            "form_submission.created": {
                /** @description The form. */
                form_id: number;
                /** @description The prospect that it created. */
                prospect_id?: number;
            } | null;
            "form_submission.updated": null;
            "form_submission.status_changed": {
                /** @description The state before. */
                from: string;
                /** @description The state after. */
                to: string;
            } | null;
            "space.created": null;
            "space.updated": null;
            "space.deleted": null;
            "insight.created": null;
            "insight.updated": null;
            "insight.deleted": {
                /** @description Dashboards that showed it. */
                dashboard_ids: number[];
            } | null;
            "dashboard.created": null;
            "dashboard.updated": {
                /** @description The deleted insight. */
                insight_id: number;
            } | null;
            "dashboard.deleted": null;
            "organisation.updated": null;
            /** @description The number of records of each list of the bundle. */
            "organisation.imported": {
                [key: string]: {
                    created: number;
                    updated: number;
                    unchanged: number;
                    removed?: number;
                };
            } | null;
            "webhook.disabled": {
                /** @description The webhook. */
                webhook_id: number;
                /** @description gone, failing or request. */
                reason: string;
            } | null;
            "webhook.test": null;
        };
        /** @description Limits of answers. Each type of field supports some of them: see the table of POST /forms. */
        FormValidationSent: {
            /** @description The smallest number, the earliest date or time, or the minimum number of choices */
            min?: number | string;
            /** @description The largest number, the latest date or time, the maximum number of choices, or the stars of a rating (2 to 10) */
            max?: number | string;
            /** @description Minimum length of a text in characters */
            min_length?: number;
            /** @description Maximum length of a text in characters */
            max_length?: number;
            /** @description Pattern that the whole text must match, such as `[A-Z]{2}\d{4}`. `^` and `$` around it are accepted. */
            pattern?: string;
        };
        /** @description Conditions on the answers of earlier fields. A field that is hidden or skipped has no answer: only `empty`, `is_not` and `does_not_contain` are met for it. Text is compared ignoring case. */
        FormWhenSent: {
            /**
             * @description `and`: all conditions must be met; `or`: one is enough. If not sent: `and`.
             * @enum {string}
             */
            combinator?: "and" | "or";
            conditions: {
                /** @description Key of a field that comes before */
                field: string;
                /**
                 * @description Each type of field supports some of them: see the table of POST /forms
                 * @enum {string}
                 */
                operator: "contains" | "does_not_contain" | "starts_with" | "ends_with" | "is" | "is_not" | "on_or_after" | "on_or_before" | "empty" | "not_empty" | "greater_than" | "less_than" | "includes_any" | "includes_all";
                /** @description A number for number and rating, a date or time for those types, a boolean for yes_no, a list for `includes_…`, else text; none for `empty` and `not_empty`. For a choice it is one of the options, ignoring case. */
                value?: string | number | boolean | string[];
            }[];
        };
        FormRuleSent: {
            when: components["schemas"]["FormWhenSent"];
            /** @description Key of a later step, or `submit` for the end */
            go_to: string;
        };
        /** @description A single value means `is`, a list means `in`. GET /reports/options lists the operators of a field. Texts and choices are compared without regard to case. Records are named by id, also as a text of digits, or by full name. Negative operators also match records without a value. */
        InsightFilterSent: (string | number | boolean) | (string | number | boolean)[] | ({
            /** @enum {string} */
            operator: "is" | "is_not" | "more_than" | "at_least" | "less_than" | "at_most" | "contains" | "does_not_contain" | "starts_with" | "ends_with" | "on_or_after" | "on_or_before";
            value: string | number | boolean;
        } | {
            /** @enum {string} */
            operator: "in" | "not_in";
            value: (string | number | boolean)[];
        } | {
            /** @enum {string} */
            operator: "between";
            value: (string | number | boolean)[];
        } | {
            /** @enum {string} */
            operator: "empty" | "not_empty";
        });
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Meta = components['schemas']['Meta'];
export type KeysetMeta = components['schemas']['KeysetMeta'];
export type Person = components['schemas']['Person'];
export type Organisation = components['schemas']['Organisation'];
export type Client = components['schemas']['Client'];
export type ClientCreate = components['schemas']['ClientCreate'];
export type ClientPatch = components['schemas']['ClientPatch'];
export type ClientBulkCreate = components['schemas']['ClientBulkCreate'];
export type ClientBulkResponse = components['schemas']['ClientBulkResponse'];
export type Business = components['schemas']['Business'];
export type BusinessCreate = components['schemas']['BusinessCreate'];
export type BusinessPatch = components['schemas']['BusinessPatch'];
export type AccessLogEntry = components['schemas']['AccessLogEntry'];
export type NoteAttachment = components['schemas']['NoteAttachment'];
export type NoteAnswer = components['schemas']['NoteAnswer'];
export type Note = components['schemas']['Note'];
export type NoteOfClients = components['schemas']['NoteOfClients'];
export type NoteCreate = components['schemas']['NoteCreate'];
export type NotePatch = components['schemas']['NotePatch'];
export type NoteTemplate = components['schemas']['NoteTemplate'];
export type NoteTemplateCreate = components['schemas']['NoteTemplateCreate'];
export type NoteTemplatePatch = components['schemas']['NoteTemplatePatch'];
export type Staff = components['schemas']['Staff'];
export type StaffCreate = components['schemas']['StaffCreate'];
export type StaffPatch = components['schemas']['StaffPatch'];
export type StaffMove = components['schemas']['StaffMove'];
export type Site = components['schemas']['Site'];
export type SiteCreate = components['schemas']['SiteCreate'];
export type SitePatch = components['schemas']['SitePatch'];
export type Appointment = components['schemas']['Appointment'];
export type ShiftAttendance = components['schemas']['ShiftAttendance'];
export type ShiftAttendanceCorrection = components['schemas']['ShiftAttendanceCorrection'];
export type ShiftCancellation = components['schemas']['ShiftCancellation'];
export type ShiftClocking = components['schemas']['ShiftClocking'];
export type ShiftNoteCreate = components['schemas']['ShiftNoteCreate'];
export type Shift = components['schemas']['Shift'];
export type ShiftCancel = components['schemas']['ShiftCancel'];
export type ShiftCreate = components['schemas']['ShiftCreate'];
export type ShiftDelete = components['schemas']['ShiftDelete'];
export type ShiftNote = components['schemas']['ShiftNote'];
export type ShiftPatch = components['schemas']['ShiftPatch'];
export type ShiftPublish = components['schemas']['ShiftPublish'];
export type ShiftRecurrence = components['schemas']['ShiftRecurrence'];
export type ShiftRefs = components['schemas']['ShiftRefs'];
export type ShiftRestore = components['schemas']['ShiftRestore'];
export type ShiftSegment = components['schemas']['ShiftSegment'];
export type ShiftConflict = components['schemas']['ShiftConflict'];
export type Calendar = components['schemas']['Calendar'];
export type CalendarSet = components['schemas']['CalendarSet'];
export type BilledStatus = components['schemas']['BilledStatus'];
export type Task = components['schemas']['Task'];
export type TaskCharge = components['schemas']['TaskCharge'];
export type TaskCreate = components['schemas']['TaskCreate'];
export type TaskDelete = components['schemas']['TaskDelete'];
export type TaskDocument = components['schemas']['TaskDocument'];
export type TaskNote = components['schemas']['TaskNote'];
export type TaskPatch = components['schemas']['TaskPatch'];
export type TaskRecurrence = components['schemas']['TaskRecurrence'];
export type TaskChargeCreate = components['schemas']['TaskChargeCreate'];
export type TaskChargePatch = components['schemas']['TaskChargePatch'];
export type TaskNoteCreate = components['schemas']['TaskNoteCreate'];
export type TaskDocumentCreate = components['schemas']['TaskDocumentCreate'];
export type PriceCode = components['schemas']['PriceCode'];
export type PriceImport = components['schemas']['PriceImport'];
export type PriceImportResult = components['schemas']['PriceImportResult'];
export type BillResponse = components['schemas']['BillResponse'];
export type Billable = components['schemas']['Billable'];
export type BillableBill = components['schemas']['BillableBill'];
export type BillableVoid = components['schemas']['BillableVoid'];
export type BillablesSync = components['schemas']['BillablesSync'];
export type SyncResponse = components['schemas']['SyncResponse'];
export type LikelyClient = components['schemas']['LikelyClient'];
export type Prospect = components['schemas']['Prospect'];
export type ProspectConvert = components['schemas']['ProspectConvert'];
export type ProspectCreate = components['schemas']['ProspectCreate'];
export type ProspectNote = components['schemas']['ProspectNote'];
export type ProspectNoteCreate = components['schemas']['ProspectNoteCreate'];
export type ProspectPatch = components['schemas']['ProspectPatch'];
export type ProspectStageChange = components['schemas']['ProspectStageChange'];
export type ProspectOptions = components['schemas']['ProspectOptions'];
export type ProspectOptionsEdit = components['schemas']['ProspectOptionsEdit'];
export type Form = components['schemas']['Form'];
export type FormClientPrefill = components['schemas']['FormClientPrefill'];
export type FormCreate = components['schemas']['FormCreate'];
export type FormField = components['schemas']['FormField'];
export type FormFieldCreate = components['schemas']['FormFieldCreate'];
export type FormIncident = components['schemas']['FormIncident'];
export type FormIssue = components['schemas']['FormIssue'];
export type FormNote = components['schemas']['FormNote'];
export type FormProspect = components['schemas']['FormProspect'];
export type FormRule = components['schemas']['FormRule'];
export type FormSettings = components['schemas']['FormSettings'];
export type FormSettingsChange = components['schemas']['FormSettingsChange'];
export type FormStep = components['schemas']['FormStep'];
export type FormStepCreate = components['schemas']['FormStepCreate'];
export type FormTag = components['schemas']['FormTag'];
export type FormValidation = components['schemas']['FormValidation'];
export type FormWhen = components['schemas']['FormWhen'];
export type FormAddField = components['schemas']['FormAddField'];
export type FormAddStep = components['schemas']['FormAddStep'];
export type FormEdit = components['schemas']['FormEdit'];
export type FormFieldChange = components['schemas']['FormFieldChange'];
export type FormMoveField = components['schemas']['FormMoveField'];
export type FormMoveStep = components['schemas']['FormMoveStep'];
export type FormOperation = components['schemas']['FormOperation'];
export type FormRemoveField = components['schemas']['FormRemoveField'];
export type FormRemoveStep = components['schemas']['FormRemoveStep'];
export type FormRename = components['schemas']['FormRename'];
export type FormSetAddress = components['schemas']['FormSetAddress'];
export type FormSetClientPrefill = components['schemas']['FormSetClientPrefill'];
export type FormSetDescription = components['schemas']['FormSetDescription'];
export type FormSetIncident = components['schemas']['FormSetIncident'];
export type FormSetProspect = components['schemas']['FormSetProspect'];
export type FormSetTags = components['schemas']['FormSetTags'];
export type FormUpdateField = components['schemas']['FormUpdateField'];
export type FormUpdateSettings = components['schemas']['FormUpdateSettings'];
export type FormUpdateStep = components['schemas']['FormUpdateStep'];
export type FormSubmission = components['schemas']['FormSubmission'];
export type FormAnswer = components['schemas']['FormAnswer'];
export type FormSubmissionChange = components['schemas']['FormSubmissionChange'];
export type FormIncidentFacts = components['schemas']['FormIncidentFacts'];
export type FormSubmissionRecord = components['schemas']['FormSubmissionRecord'];
export type FormSubmissionCreate = components['schemas']['FormSubmissionCreate'];
export type FormSubmissionPatch = components['schemas']['FormSubmissionPatch'];
export type FormLinkCreate = components['schemas']['FormLinkCreate'];
export type InsightFilter = components['schemas']['InsightFilter'];
export type InsightSpec = components['schemas']['InsightSpec'];
export type InsightSpecSent = components['schemas']['InsightSpecSent'];
export type InsightItem = components['schemas']['InsightItem'];
export type InsightResults = components['schemas']['InsightResults'];
export type Insight = components['schemas']['Insight'];
export type InsightCreate = components['schemas']['InsightCreate'];
export type InsightPatch = components['schemas']['InsightPatch'];
export type ReportOptions = components['schemas']['ReportOptions'];
export type Subfolder = components['schemas']['Subfolder'];
export type Space = components['schemas']['Space'];
export type Dashboard = components['schemas']['Dashboard'];
export type DashboardCard = components['schemas']['DashboardCard'];
export type DashboardPosition = components['schemas']['DashboardPosition'];
export type DashboardSettings = components['schemas']['DashboardSettings'];
export type DashboardAddInsight = components['schemas']['DashboardAddInsight'];
export type DashboardAddText = components['schemas']['DashboardAddText'];
export type DashboardAutoLayout = components['schemas']['DashboardAutoLayout'];
export type DashboardCardMove = components['schemas']['DashboardCardMove'];
export type DashboardCardPlace = components['schemas']['DashboardCardPlace'];
export type DashboardCreate = components['schemas']['DashboardCreate'];
export type DashboardOperation = components['schemas']['DashboardOperation'];
export type DashboardPatch = components['schemas']['DashboardPatch'];
export type DashboardRemoveCard = components['schemas']['DashboardRemoveCard'];
export type DashboardSettingsChange = components['schemas']['DashboardSettingsChange'];
export type DashboardUpdateCard = components['schemas']['DashboardUpdateCard'];
export type ExternalId = components['schemas']['ExternalId'];
export type ExternalIdPut = components['schemas']['ExternalIdPut'];
export type EventTypeName = components['schemas']['EventTypeName'];
export type Event = components['schemas']['Event'];
export type FeedMeta = components['schemas']['FeedMeta'];
export type EventType = components['schemas']['EventType'];
export type EventSubject = components['schemas']['EventSubject'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookCreate = components['schemas']['WebhookCreate'];
export type WebhookPatch = components['schemas']['WebhookPatch'];
export type SecretRotation = components['schemas']['SecretRotation'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryWithTries = components['schemas']['WebhookDeliveryWithTries'];
export type WebhookReplay = components['schemas']['WebhookReplay'];
export type ApiError = components['schemas']['ApiError'];
export type ValidationError = components['schemas']['ValidationError'];
export type WebhookData = components['schemas']['WebhookData'];
export type WebhookDetails = components['schemas']['WebhookDetails'];
export type FormValidationSent = components['schemas']['FormValidationSent'];
export type FormWhenSent = components['schemas']['FormWhenSent'];
export type FormRuleSent = components['schemas']['FormRuleSent'];
export type InsightFilterSent = components['schemas']['InsightFilterSent'];
export interface operations {
    getOrganisation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organisation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organisation"];
                    };
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organisation, connection, access and expiry of the token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Name of the organisation whose data the token can access. */
                        organisation: string;
                        /** @description Name of the connection that the token belongs to. */
                        connection: string;
                        /** @description Level of access for each area. */
                        access: {
                            /** @enum {string} */
                            clients: "none" | "read" | "read-write" | (string & {});
                            /** @enum {string} */
                            staff: "none" | "read" | "read-write" | (string & {});
                            /** @enum {string} */
                            roster: "none" | "read" | "read-write" | (string & {});
                            /** @enum {string} */
                            sites: "none" | "read" | "read-write" | (string & {});
                            /** @enum {string} */
                            tasks: "none" | "read" | "read-write" | (string & {});
                            /** @enum {string} */
                            finance: "none" | "read" | "read-write" | (string & {});
                            /** @enum {string} */
                            forms: "none" | "read" | "read-write" | (string & {});
                            /** @enum {string} */
                            reports: "none" | "read" | "read-write" | (string & {});
                            /** @enum {string} */
                            prospects: "none" | "read" | "read-write" | (string & {});
                        };
                        /**
                         * Format: date-time
                         * @description Time at which the token expires, in ISO 8601 with the organisation’s offset.
                         */
                        expires_at: string;
                    };
                };
            };
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description Page number, 1 or greater. */
                page?: number;
                /** @description Records on a page, 1 to 100. */
                per_page?: number;
                /** @description Only clients after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed. */
                after_id?: number;
                /** @description Only clients with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out. */
                ids?: number[];
                /** @description `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only clients with this status. */
                status?: "Active" | "Archived";
                /** @description Only clients of this type. */
                client_type?: "HCP" | "SaH" | "THCP" | "GHCP" | "NDIS" | "Private";
                /** @description Only clients updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                updated_since?: string;
                /** @description Part of the name, case-insensitive. */
                query?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clients of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Client"][];
                        meta: components["schemas"]["Meta"] | components["schemas"]["KeysetMeta"];
                    };
                };
            };
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientCreate"];
            };
        };
        responses: {
            /** @description The created client. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Client"];
                    };
                };
            };
        };
    };
    getClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Client"];
                    };
                };
            };
        };
    };
    archiveClient: {
        parameters: {
            query?: {
                /** @description true validates the request, returns what would change, and stores nothing. */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archived client. In a dry run, as it would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description true in a dry run: nothing was stored. */
                        dry_run?: boolean;
                        data: components["schemas"]["Client"];
                    };
                };
            };
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientPatch"];
            };
        };
        responses: {
            /** @description The updated client. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Client"];
                    };
                };
            };
        };
    };
    getClientOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The allowed values of a client’s fields. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Values of client_type. */
                            client_types: string[];
                            /** @description Values of status. */
                            statuses: string[];
                            /** @description Values of business_id. */
                            businesses: {
                                id: number;
                                name: string;
                            }[];
                            /** @description Suggestions for language. */
                            languages: string[];
                        };
                    };
                };
            };
        };
    };
    createClientsInBulk: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientBulkCreate"];
            };
        };
        responses: {
            /** @description The result of each row, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientBulkResponse"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The batch of the bulk response. */
                batch: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stored response of the bulk import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientBulkResponse"];
                };
            };
        };
    };
    listBusinesses: {
        parameters: {
            query?: {
                /** @description Page number, 1 or greater. */
                page?: number;
                /** @description Records on a page, 1 to 100. */
                per_page?: number;
                /** @description Only business locations after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed. */
                after_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The business locations of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Business"][];
                        meta: components["schemas"]["Meta"] | components["schemas"]["KeysetMeta"];
                    };
                };
            };
        };
    };
    createBusiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BusinessCreate"];
            };
        };
        responses: {
            /** @description The created business location. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Business"];
                    };
                };
            };
        };
    };
    deleteBusiness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The id of the deleted business location. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the deleted business location. */
                        deleted: number;
                    };
                };
            };
        };
    };
    updateBusiness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BusinessPatch"];
            };
        };
        responses: {
            /** @description The updated business location. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Business"];
                    };
                };
            };
        };
    };
    getClientAccessLog: {
        parameters: {
            query?: {
                /** @description Only reads on or after this day or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                from?: string;
                /** @description Only reads on or before this day or instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                to?: string;
                /** @description Maximum number of entries. */
                limit?: number;
                /** @description `next_cursor` of the page before, with the same filter. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AccessLogEntry"][];
                        meta: {
                            /** @description Send it as `cursor` for the next page. Null on the last. */
                            next_cursor: string | null;
                        };
                    };
                };
            };
        };
    };
    listClientNotes: {
        parameters: {
            query?: {
                /** @description Words, case-insensitive. Each must be the beginning of a word of the note, its title, its type or its author’s name. */
                search?: string;
                /** @description Filters, as `filters[0][field]=note_type&filters[0][operator]=is&filters[0][value]=Phone+call` or as JSON text. Text is compared case-insensitively. */
                filters?: ({
                    /**
                     * @description The field; `keyword` is title and text
                     * @enum {string}
                     */
                    field: "author" | "source" | "keyword" | "note_type" | "attachments" | "shift_cautions" | "date" | "employee" | "has_attachments" | "has_template";
                    /**
                     * @description The operator; not every field has all of them
                     * @enum {string}
                     */
                    operator: "contains" | "does_not_contain" | "starts_with" | "ends_with" | "is" | "is_not" | "on_or_after" | "on_or_before" | "empty" | "not_empty";
                    /** @description Text, a date for `date`, true or false for `has_…`; none for `empty` and `not_empty` */
                    value?: unknown;
                    /**
                     * @description Combines this filter with the previous one, `and` by default; `and` binds tighter than `or`
                     * @enum {string}
                     */
                    combinator?: "and" | "or";
                } & (unknown & unknown & unknown & unknown & unknown & unknown & unknown))[];
                /** @description Only notes on or after this day. Such as 2026-11-30. */
                from?: string;
                /** @description Only notes on or before this day. Must not be before `from`. Such as 2026-11-30. */
                to?: string;
                /** @description Notes per page, 1 to 100 */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same search, filters and days */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The client’s id */
                client_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notes of the page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client: {
                            id: number;
                            name: string;
                        };
                        /** @description Number of matching notes on all pages */
                        total: number;
                        /** @description Cursor of the next page. Omitted on the last page. */
                        next_cursor?: string;
                        notes: components["schemas"]["Note"][];
                        /** @description Values for filters, at most 200 for each field. On the first page only. */
                        filter_options?: {
                            /** @description Names of the authors of this client’s notes */
                            author: string[];
                            /** @description Sources of notes */
                            source: string[];
                            /** @description Types of this client’s notes */
                            note_type: string[];
                            /** @description Codes and texts of shift cautions */
                            shift_cautions: string[];
                            /** @description Names of employees */
                            employee: string[];
                            has_attachments: boolean[];
                            has_template: boolean[];
                            /** @description The operators of each field */
                            operators: {
                                [key: string]: string[];
                            };
                        };
                    };
                };
            };
        };
    };
    createClientNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client’s id */
                client_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteCreate"];
            };
        };
        responses: {
            /** @description The created note of the client. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Note"];
                    };
                };
            };
        };
    };
    listNotes: {
        parameters: {
            query?: {
                /** @description Only notes updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                updated_since?: string;
                /** @description Notes per page, 1 to 100 */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same updated_since */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notes of the page, in the order of their last change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoteOfClients"][];
                        meta: {
                            /** @description Cursor of the next page. Null on the last page. */
                            next_cursor: string | null;
                        };
                    };
                };
            };
        };
    };
    getNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A note’s ref, such as general:70 */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The note. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Note"];
                    };
                };
            };
        };
    };
    updateNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A note’s ref, such as general:70 */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotePatch"];
            };
        };
        responses: {
            /** @description The updated note. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Note"];
                    };
                };
            };
        };
    };
    listNoteRevisions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A note’s ref, such as general:70 */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The earlier versions of the note, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description From 1, the first version */
                            revision: number;
                            title: string | null;
                            note_type: string;
                            notes: string;
                            /**
                             * Format: date
                             * @description Such as 2026-11-30.
                             */
                            date: string;
                            template?: {
                                id: number;
                                name: string;
                            };
                            answers: components["schemas"]["NoteAnswer"][];
                            /** @description The connection whose edit replaced it */
                            replaced_by: string | null;
                            /**
                             * Format: date-time
                             * @description ISO 8601 with microseconds and a trailing Z
                             */
                            replaced_at: string;
                        }[];
                    };
                };
            };
        };
    };
    listNoteTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The note templates of the organisation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoteTemplate"][];
                    };
                };
            };
        };
    };
    createNoteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteTemplateCreate"];
            };
        };
        responses: {
            /** @description The created template. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoteTemplate"];
                    };
                };
            };
        };
    };
    deleteNoteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The id of the deleted template. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the deleted template. */
                        deleted: number;
                    };
                };
            };
        };
    };
    updateNoteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteTemplatePatch"];
            };
        };
        responses: {
            /** @description The updated template. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoteTemplate"];
                    };
                };
            };
        };
    };
    listStaff: {
        parameters: {
            query?: {
                /** @description Page number, 1 or greater. */
                page?: number;
                /** @description Records on a page, 1 to 100. */
                per_page?: number;
                /** @description Only staff after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed. */
                after_id?: number;
                /** @description Only staff with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out. */
                ids?: number[];
                /** @description `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only staff updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                updated_since?: string;
                /** @description Only staff with this status. */
                status?: "Active" | "Inactive" | "Pending" | "Non-compliant" | "Archived";
                /** @description Part of the name, case-insensitive. */
                query?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The staff members of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Staff"][];
                        meta: components["schemas"]["Meta"] | components["schemas"]["KeysetMeta"];
                    };
                };
            };
        };
    };
    createStaff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffCreate"];
            };
        };
        responses: {
            /** @description The created staff member. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Staff"];
                    };
                };
            };
        };
    };
    getStaff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The staff member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Staff"];
                    };
                };
            };
        };
    };
    updateStaff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffPatch"];
            };
        };
        responses: {
            /** @description The updated staff member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Staff"];
                    };
                };
            };
        };
    };
    setStaffStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StaffMove"];
            };
        };
        responses: {
            /** @description The staff member with the new status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Staff"];
                    };
                };
            };
        };
    };
    listSites: {
        parameters: {
            query?: {
                /** @description Part of the name, case-insensitive. */
                query?: string;
                /** @description Only sites with exactly this status. */
                status?: string;
                /** @description Only sites updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                updated_since?: string;
                /** @description `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete. */
                format?: "json" | "csv" | "ndjson";
                /** @description true adds support_staff and admin_staff. */
                include_staff?: boolean;
                /** @description Only sites after this id, in the order of ids, and all of them in turn. Begin with 0 and go on with `next_after_id` of the response until it is null. */
                after_id?: number;
                /** @description Sites in a response to `after_id`, 1 to 100. Without it there are no pages. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matching sites, ordered by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Site"][];
                        /** @description Only with after_id. */
                        meta?: components["schemas"]["KeysetMeta"];
                    };
                };
            };
        };
    };
    createSite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteCreate"];
            };
        };
        responses: {
            /** @description The created site. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Site"];
                    };
                };
            };
        };
    };
    getSite: {
        parameters: {
            query?: {
                /** @description true adds support_staff and admin_staff. */
                include_staff?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Site"];
                    };
                };
            };
        };
    };
    updateSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SitePatch"];
            };
        };
        responses: {
            /** @description The updated site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Site"];
                    };
                };
            };
        };
    };
    listAppointments: {
        parameters: {
            query?: {
                /** @description Page number, 1 or greater. */
                page?: number;
                /** @description Records on a page, 1 to 100. */
                per_page?: number;
                /** @description Only appointments after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed. */
                after_id?: number;
                /** @description `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only appointments updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                updated_since?: string;
                /** @description Only appointments that end on or after this day, in the organisation’s time zone. Such as 2026-11-30. */
                from?: string;
                /** @description Only appointments that start on or before this day. Must not be before `from`. Such as 2026-11-30. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The appointments of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Appointment"][];
                        meta: components["schemas"]["Meta"] | components["schemas"]["KeysetMeta"];
                    };
                };
            };
        };
    };
    listShifts: {
        parameters: {
            query?: {
                /** @description Page number, 1 or greater. */
                page?: number;
                /** @description Records on a page, 1 to 100. */
                per_page?: number;
                /** @description Only shifts after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed. A shift is known by its ref: the ids of this list are numbers of its own, and `next_after_id` is the only way to get one. */
                after_id?: number;
                /** @description Only shifts with these refs, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out. */
                refs?: string[];
                /** @description `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only shifts that end on or after this day, in the organisation’s time zone. Such as 2026-11-30. */
                from?: string;
                /** @description Only shifts that start on or before this day. Must not be before `from`. Such as 2026-11-30. */
                to?: string;
                /** @description Only shifts with this client. */
                client_id?: number;
                /** @description Only shifts with this staff member. */
                staff_id?: number;
                /** @description Only shifts at this site. */
                site_id?: number;
                /** @description Only shifts with this status. */
                status?: "draft" | "scheduled" | "started" | "completed" | "cancelled";
                /** @description Only shifts updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                updated_since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shifts of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Shift"][];
                        meta: components["schemas"]["Meta"] | components["schemas"]["KeysetMeta"];
                    };
                };
            };
        };
    };
    createShift: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShiftCreate"];
            };
        };
        responses: {
            /** @description Dry run: the shift as it would be created. Nothing was stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description true in a dry run: nothing was stored, and new refs and ids are not valid. */
                        dry_run?: boolean;
                        data: components["schemas"]["Shift"];
                        series?: {
                            id: number;
                            created: number;
                        };
                        /** @description Warnings and overridden conflicts. Omitted if there are none. */
                        conflicts?: components["schemas"]["ShiftConflict"][];
                    };
                };
            };
            /** @description The created shift, with its series if it repeats, and its conflicts if it has any. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Shift"];
                        series?: {
                            /** @description Id of the new series. */
                            id: number;
                            /** @description Number of shifts created. */
                            created: number;
                        };
                        /** @description Warnings and overridden conflicts. Omitted if there are none. */
                        conflicts?: components["schemas"]["ShiftConflict"][];
                    };
                };
            };
        };
    };
    deleteShifts: {
        parameters: {
            query?: {
                /** @description true validates the request, returns what would change, and stores nothing. */
                dry_run?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShiftDelete"];
            };
        };
        responses: {
            /** @description The result for each ref: deleted, or why not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description true in a dry run: nothing was stored. */
                        dry_run?: boolean;
                        succeeded: number;
                        failed: number;
                        results: {
                            ref: string;
                            ok: boolean;
                            message?: string;
                            error?: string;
                        }[];
                    };
                };
            };
        };
    };
    getShift: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Ref of the shift: a:<number> or g:<number>. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shift. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Shift"];
                    };
                };
            };
        };
    };
    editShift: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Ref of the shift: a:<number> or g:<number>. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShiftPatch"];
            };
        };
        responses: {
            /** @description The updated shift and the names of the changed fields. In a dry run, as they would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description true in a dry run: nothing was stored, and new refs and ids are not valid. */
                        dry_run?: boolean;
                        /** @description Names of the fields that changed. */
                        updated: string[];
                        data: components["schemas"]["Shift"];
                        series?: {
                            /** @description Number of later shifts that changed; with a new rule, that were removed. */
                            changed: number;
                            /** @description Number of shifts that a new rule created. */
                            created?: number;
                            /** @description Later shifts that did not change, with the reason. */
                            skipped: {
                                ref: string;
                                reason: string;
                            }[];
                        };
                        /** @description Warnings and overridden conflicts. Omitted if there are none. */
                        conflicts?: components["schemas"]["ShiftConflict"][];
                    };
                };
            };
        };
    };
    getShiftConflicts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Ref of the shift: a:<number> or g:<number>. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conflicts of the shift. An empty list if there are none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ShiftConflict"][];
                    };
                };
            };
        };
    };
    publishShifts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShiftPublish"];
            };
        };
        responses: {
            /** @description The result for each ref: published, or why not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description true in a dry run: nothing was stored. */
                        dry_run?: boolean;
                        succeeded: number;
                        failed: number;
                        results: {
                            ref: string;
                            ok: boolean;
                            message?: string;
                            error?: string;
                            /** @description The first 100 conflicts of a draft that was not published because of one that blocks. Omitted once a response has 500. */
                            conflicts?: components["schemas"]["ShiftConflict"][];
                        }[];
                    };
                };
            };
        };
    };
    unpublishShifts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShiftRefs"];
            };
        };
        responses: {
            /** @description The result for each ref: a draft again, or why not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description true in a dry run: nothing was stored. */
                        dry_run?: boolean;
                        succeeded: number;
                        failed: number;
                        results: {
                            ref: string;
                            ok: boolean;
                            message?: string;
                            error?: string;
                        }[];
                    };
                };
            };
        };
    };
    clockIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Ref of the shift: a:<number> or g:<number>. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShiftClocking"];
            };
        };
        responses: {
            /** @description The staff members who are now clocked in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ref: string;
                        succeeded: number;
                        failed: number;
                        results: {
                            staff: string;
                            ok: boolean;
                        }[];
                    };
                };
            };
        };
    };
    clockOut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Ref of the shift: a:<number> or g:<number>. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShiftClocking"];
            };
        };
        responses: {
            /** @description The staff members who are now clocked out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ref: string;
                        succeeded: number;
                        failed: number;
                        results: {
                            staff: string;
                            ok: boolean;
                        }[];
                    };
                };
            };
        };
    };
    correctAttendance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Ref of the shift: a:<number> or g:<number>. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShiftAttendanceCorrection"];
            };
        };
        responses: {
            /** @description The shift with its new attendance and status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Shift"];
                    };
                };
            };
        };
    };
    cancelShift: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Ref of the shift: a:<number> or g:<number>. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShiftCancel"];
            };
        };
        responses: {
            /** @description The cancelled shift, and the result for the later shifts of its series. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description true in a dry run: nothing was stored. */
                        dry_run?: boolean;
                        data: components["schemas"]["Shift"];
                        series?: {
                            /** @description Number of later shifts that changed; with a new rule, that were removed. */
                            changed: number;
                            /** @description Number of shifts that a new rule created. */
                            created?: number;
                            /** @description Later shifts that did not change, with the reason. */
                            skipped: {
                                ref: string;
                                reason: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    restoreShift: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Ref of the shift: a:<number> or g:<number>. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ShiftRestore"];
            };
        };
        responses: {
            /** @description The restored shift, and its conflicts if it has any. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description true in a dry run: nothing was stored. */
                        dry_run?: boolean;
                        data: components["schemas"]["Shift"];
                        /** @description Warnings and overridden conflicts. Omitted if there are none. */
                        conflicts?: components["schemas"]["ShiftConflict"][];
                    };
                };
            };
        };
    };
    addShiftNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Ref of the shift: a:<number> or g:<number>. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShiftNoteCreate"];
            };
        };
        responses: {
            /** @description The created note of the shift. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ShiftNote"];
                    };
                };
            };
        };
    };
    getCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calendar with its address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Calendar"];
                    };
                };
            };
        };
    };
    createCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CalendarSet"];
            };
        };
        responses: {
            /** @description The calendar that was there, with these settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Calendar"];
                    };
                };
            };
            /** @description The new calendar. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Calendar"];
                    };
                };
            };
        };
    };
    deleteCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The id of the staff member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the staff member whose calendar has ended. */
                        deleted: number;
                    };
                };
            };
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /** @description Page number, 1 or greater. */
                page?: number;
                /** @description Records on a page, 1 to 100. */
                per_page?: number;
                /** @description Only tasks after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed. */
                after_id?: number;
                /** @description Only tasks with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out. */
                ids?: number[];
                /** @description `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only tasks for this client */
                client_id?: number;
                /** @description Only tasks assigned to this staff member */
                assignee_id?: number;
                /** @description Only tasks on or after this day. Such as 2026-11-30. */
                from?: string;
                /** @description Only tasks on or before this day. Must not be before `from`. Such as 2026-11-30. */
                to?: string;
                /** @description Only completed tasks, or only open ones */
                completed?: boolean;
                /** @description Only billable tasks, or only those that are not */
                billable?: boolean;
                /** @description Only tasks updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                updated_since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tasks of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Task"][];
                        meta: components["schemas"]["Meta"] | components["schemas"]["KeysetMeta"];
                    };
                };
            };
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskCreate"];
            };
        };
        responses: {
            /** @description The created task, with its series if it repeats. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the created task */
                        created: number;
                        data: components["schemas"]["Task"];
                        series?: {
                            /** @description Id of the created series */
                            id: number;
                            /** @description Number of created tasks, including this one */
                            created: number;
                        };
                    };
                };
            };
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task with its charges, notes and documents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Task"];
                    };
                };
            };
        };
    };
    deleteTask: {
        parameters: {
            query?: {
                /** @description Of a repeating task: this task alone (the default), or also the later tasks of its series */
                scope?: "this" | "this_and_following";
                /** @description true validates the request, returns what would change, and stores nothing. */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TaskDelete"];
            };
        };
        responses: {
            /** @description The id of the deleted task, and the results for the later tasks of its series. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description true in a dry run: nothing was stored. */
                        dry_run?: boolean;
                        /** @description Id of the deleted task */
                        deleted: number;
                        series?: {
                            /** @description Number of later tasks that were deleted */
                            deleted: number;
                            /** @description Later tasks that did not change because they are completed or billed, with the reason */
                            skipped: {
                                id: number;
                                reason: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    updateTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskPatch"];
            };
        };
        responses: {
            /** @description The updated task, and the names of the fields that changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Names of the fields in the body that changed, and price_code if the date changed it */
                        updated: string[];
                        data: components["schemas"]["Task"];
                        series?: {
                            /** @description Number of later tasks that were updated or, with a new rule, deleted */
                            changed: number;
                            /** @description Number of tasks that a new rule created */
                            created?: number;
                            /** @description Later tasks that did not change because they are completed or billed, with the reason */
                            skipped: {
                                id: number;
                                reason: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    addTaskCharge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskChargeCreate"];
            };
        };
        responses: {
            /** @description The id of the created charge, and its task. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the created charge */
                        created: number;
                        data: components["schemas"]["Task"];
                    };
                };
            };
        };
    };
    deleteTaskCharge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The id of the deleted charge, and its task. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the deleted charge */
                        deleted: number;
                        data: components["schemas"]["Task"];
                    };
                };
            };
        };
    };
    updateTaskCharge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskChargePatch"];
            };
        };
        responses: {
            /** @description The task with the updated charge, and the names of the fields that changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Names of the fields that changed */
                        updated: string[];
                        data: components["schemas"]["Task"];
                    };
                };
            };
        };
    };
    makeTaskChargePrimary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The id of the primary charge, and its task. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the primary charge */
                        primary: number;
                        data: components["schemas"]["Task"];
                    };
                };
            };
        };
    };
    addTaskNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskNoteCreate"];
            };
        };
        responses: {
            /** @description The created note of the task. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TaskNote"];
                    };
                };
            };
        };
    };
    addTaskDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskDocumentCreate"];
            };
        };
        responses: {
            /** @description The created document. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TaskDocument"];
                    };
                };
            };
        };
    };
    listPriceCodes: {
        parameters: {
            query?: {
                /** @description Page number, 1 or greater. */
                page?: number;
                /** @description Records on a page, 1 to 100. */
                per_page?: number;
                /** @description Only price codes after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed. */
                after_id?: number;
                /** @description `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only codes for this client: those for its client_type and those for all */
                client_id?: number;
                /** @description Part of the code or the name, case-insensitive */
                query?: string;
                /** @description Only codes in effect on this day. Such as 2026-11-30. */
                date?: string;
                /** @description Only price codes updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                updated_since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price codes of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PriceCode"][];
                        meta: components["schemas"]["Meta"] | components["schemas"]["KeysetMeta"];
                    };
                };
            };
        };
    };
    importPriceCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PriceImport"];
            };
        };
        responses: {
            /** @description The result of each price, in the order of the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceImportResult"];
                };
            };
        };
    };
    syncBillables: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BillablesSync"];
            };
        };
        responses: {
            /** @description The result for each task: its billables, or why it cannot be billed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyncResponse"];
                };
            };
        };
    };
    listBillables: {
        parameters: {
            query?: {
                /** @description Page number, 1 or greater. */
                page?: number;
                /** @description Records on a page, 1 to 100. */
                per_page?: number;
                /** @description Only billables after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed. */
                after_id?: number;
                /** @description Only billables with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out. */
                ids?: number[];
                /** @description `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only billables with this status */
                status?: "pending" | "invoiced" | "void";
                /** @description Only billables for this client */
                client_id?: number;
                /** @description Only billables of this task */
                task_id?: number;
                /** @description Only billables with exactly this invoice number, including void ones */
                invoice_number?: string;
                /** @description Only billables on or after this day. Such as 2026-11-30. */
                from?: string;
                /** @description Only billables on or before this day. Must not be before `from`. Such as 2026-11-30. */
                to?: string;
                /** @description Only billables updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                updated_since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The billables of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Billable"][];
                        meta: components["schemas"]["Meta"] | components["schemas"]["KeysetMeta"];
                    };
                };
            };
        };
    };
    billBillables: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BillableBill"];
            };
        };
        responses: {
            /** @description The result for each billable, and the invoiced total. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillResponse"];
                };
            };
        };
    };
    voidBillable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BillableVoid"];
            };
        };
        responses: {
            /** @description The void billable. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description true in a dry run: nothing was stored. */
                        dry_run?: boolean;
                        data: components["schemas"]["Billable"];
                    };
                };
            };
        };
    };
    getProspectOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The allowed values of a prospect’s fields. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProspectOptions"];
                    };
                };
            };
        };
    };
    editProspectOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProspectOptionsEdit"];
            };
        };
        responses: {
            /** @description All options after the change, and how many prospects have another value. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dry_run?: boolean;
                        /** @description Prospects that have another value now. */
                        prospects_changed: number;
                        data: components["schemas"]["ProspectOptions"];
                    };
                };
            };
        };
    };
    listProspects: {
        parameters: {
            query?: {
                /** @description Page number, 1 or greater. */
                page?: number;
                /** @description Records on a page, 1 to 100. */
                per_page?: number;
                /** @description Only prospects after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed. */
                after_id?: number;
                /** @description Only prospects with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out. */
                ids?: number[];
                /** @description `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete. */
                format?: "json" | "csv" | "ndjson";
                /** @description Only prospects with this text in the name, email or phone, ignoring case */
                query?: string;
                /** @description Only prospects in this stage */
                stage?: string;
                /** @description Only prospects of this consultant */
                consultant?: string;
                /** @description Only prospects with exactly this source */
                source?: string;
                /** @description Only prospects with a date_of_lead on or after this day. Such as 2026-11-30. */
                from?: string;
                /** @description Only prospects with a date_of_lead on or before this day. Must not be before `from`. Such as 2026-11-30. */
                to?: string;
                /** @description Only prospects updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                updated_since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prospects of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Prospect"][];
                        meta: components["schemas"]["Meta"] | components["schemas"]["KeysetMeta"];
                    };
                };
            };
        };
    };
    createProspect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProspectCreate"];
            };
        };
        responses: {
            /** @description The created prospect. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the created prospect */
                        created: number;
                        data: components["schemas"]["Prospect"];
                    };
                };
            };
        };
    };
    getProspect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prospect. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Prospect"];
                    };
                };
            };
        };
    };
    updateProspect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProspectPatch"];
            };
        };
        responses: {
            /** @description The updated prospect. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the prospect */
                        updated: number;
                        data: components["schemas"]["Prospect"];
                    };
                };
            };
        };
    };
    convertProspect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProspectConvert"];
            };
        };
        responses: {
            /** @description The prospect and the client that was created or linked; in a dry run, as they would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True in a dry run: nothing was written */
                        dry_run?: boolean;
                        /** @description Id of the created client */
                        created?: number | null;
                        /** @description Id of the linked client */
                        linked?: number;
                        data: components["schemas"]["Prospect"];
                    };
                };
            };
        };
    };
    listProspectNotes: {
        parameters: {
            query?: {
                /** @description Page number, 1 or greater. */
                page?: number;
                /** @description Records on a page, 1 to 100. */
                per_page?: number;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notes of the page, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProspectNote"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    addProspectNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProspectNoteCreate"];
            };
        };
        responses: {
            /** @description The created note of the prospect. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProspectNote"];
                    };
                };
            };
        };
    };
    getProspectStageHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stages of the prospect, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProspectStageChange"][];
                    };
                };
            };
        };
    };
    listForms: {
        parameters: {
            query?: {
                /** @description Page number, 1 or greater. */
                page?: number;
                /** @description Records on a page, 1 to 50. */
                per_page?: number;
                /** @description Only forms after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed. */
                after_id?: number;
                /** @description Only forms with this text in the name, ignoring case */
                query?: string;
                /** @description Whether people can open the form */
                published?: "off" | "on";
                /** @description Only forms updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                updated_since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The forms of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Form"][];
                        meta: components["schemas"]["Meta"] | components["schemas"]["KeysetMeta"];
                    };
                };
            };
        };
    };
    createForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormCreate"];
            };
        };
        responses: {
            /** @description The created form, with the issues to fix before it can be published. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the created form */
                        created: number;
                        id: number;
                        name: string;
                        description: string;
                        /**
                         * @description Whether people can open the form
                         * @enum {string}
                         */
                        published: "off" | "on" | (string & {});
                        /** @description URL of the form’s page, also while the form is off. Null until it is first published. */
                        url: string | null;
                        settings: components["schemas"]["FormSettings"];
                        /** @description Adjustments made to the body */
                        notes?: components["schemas"]["FormNote"][];
                        /** @description What must be fixed before the form can be published */
                        issues?: components["schemas"]["FormIssue"][];
                    };
                };
            };
        };
    };
    getForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current draft of the form. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Form"];
                    };
                };
            };
        };
    };
    editForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormEdit"];
            };
        };
        responses: {
            /** @description The form after the operations; in a dry run, as it would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True in a dry run: nothing was written */
                        dry_run?: boolean;
                        /** @description Id of the form */
                        updated: number;
                        id: number;
                        name: string;
                        description: string;
                        tags: components["schemas"]["FormTag"][];
                        /**
                         * @description Whether people can open the form
                         * @enum {string}
                         */
                        published: "off" | "on" | (string & {});
                        /** @description URL of the form’s page, also while the form is off. Null until it is first published. */
                        url: string | null;
                        /** @description End of the page’s URL, `/f/<organisation>/<address>`. Null: the key that the service made. */
                        address: string | null;
                        /** @description Latest published version. Null until the form is first published. */
                        version: number | null;
                        /**
                         * Format: date-time
                         * @description Time of the latest version; ISO 8601 with microseconds and a trailing Z
                         */
                        published_at: string | null;
                        settings: components["schemas"]["FormSettings"];
                        steps: components["schemas"]["FormStep"][];
                        incident: components["schemas"]["FormIncident"] | null;
                        prospect: components["schemas"]["FormProspect"] | null;
                        client_prefill: components["schemas"]["FormClientPrefill"] | null;
                        /** @description What must be fixed before the form can be published */
                        issues: components["schemas"]["FormIssue"][];
                        /** @description Number of submissions of all versions */
                        submission_count: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with microseconds and a trailing Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with microseconds and a trailing Z
                         */
                        updated_at: string;
                        /** @description Adjustments made to the body */
                        notes: components["schemas"]["FormNote"][];
                    };
                };
            };
        };
    };
    publishForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The published version and its URL. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Whether people can open the form
                         * @enum {string}
                         */
                        published: "off" | "on" | (string & {});
                        /** @description URL of the form’s page */
                        url: string;
                        /** @description The published version */
                        version: number;
                    };
                };
            };
        };
    };
    unpublishForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The URL and the latest version of the closed form. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Whether people can open the form
                         * @enum {string}
                         */
                        published: "off" | "on" | (string & {});
                        /** @description URL of the form’s page, also while the form is off. Null until it is first published. */
                        url: string | null;
                        /** @description Latest published version. Null until the form is first published. */
                        version: number | null;
                    };
                };
            };
        };
    };
    createFormSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormSubmissionCreate"];
            };
        };
        responses: {
            /** @description The created submission, and the keys of answers that were ignored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the created submission */
                        created: number;
                        data: components["schemas"]["FormSubmissionRecord"];
                        /** @description Keys of dropped answers. Omitted if there are none. */
                        ignored?: string[];
                    };
                };
            };
        };
    };
    createFormLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormLinkCreate"];
            };
        };
        responses: {
            /** @description The URL of the link and its expiry. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the page */
                        url: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with microseconds and a trailing Z
                         */
                        expires_at: string;
                    };
                };
            };
        };
    };
    listFormSubmissions: {
        parameters: {
            query?: {
                /** @description Only submissions of this form */
                form_id?: number;
                /** @description Only submissions with exactly this status, ignoring case: Submitted, In review, Approved, Changes requested, Closed, Archived */
                status?: string;
                /** @description Only submissions of this type */
                type?: "form" | "incident" | "prospect";
                /** @description Only submissions whose submitter has this text in the name or email address, ignoring case */
                submitter?: string;
                /** @description Only submissions on or after this day. Such as 2026-11-30. */
                from?: string;
                /** @description Only submissions on or before this day. Must not be before `from`. Such as 2026-11-30. */
                to?: string;
                /** @description Only submissions updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                updated_since?: string;
                /** @description Page number, 1 or greater. */
                page?: number;
                /** @description Records on a page, 1 to 50; with `after_id` 1 to 100. */
                per_page?: number;
                /** @description Only submissions after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed. */
                after_id?: number;
                /** @description Only submissions with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out. */
                ids?: number[];
                /** @description `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete. */
                format?: "json" | "csv" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The submissions of the page, newest first, without their answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FormSubmission"][];
                        meta: components["schemas"]["Meta"] | components["schemas"]["KeysetMeta"];
                    };
                };
            };
        };
    };
    getFormSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The submission with its answers and its history. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FormSubmissionRecord"];
                    };
                };
            };
        };
    };
    updateFormSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormSubmissionPatch"];
            };
        };
        responses: {
            /** @description The updated submission. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the submission */
                        updated: number;
                        data: components["schemas"]["FormSubmissionRecord"];
                    };
                };
            };
        };
    };
    createSpace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The created space. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Space"];
                    };
                };
            };
        };
    };
    deleteSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The id of the deleted space. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the deleted space. */
                        deleted: number;
                    };
                };
            };
        };
    };
    updateSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The updated space. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Space"];
                    };
                };
            };
        };
    };
    createSubfolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Its id, unique in the space; made from the name if it is not sent. */
                    id?: string;
                };
            };
        };
        responses: {
            /** @description The created subfolder. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Subfolder"];
                    };
                };
            };
        };
    };
    deleteSubfolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the space. */
                id: number;
                /** @description Id of the subfolder. */
                subfolder_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The id of the deleted subfolder. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the deleted subfolder. */
                        deleted: string;
                    };
                };
            };
        };
    };
    updateSubfolder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the space. */
                id: number;
                /** @description Id of the subfolder. */
                subfolder_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The updated subfolder. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Subfolder"];
                    };
                };
            };
        };
    };
    getReportOptions: {
        parameters: {
            query?: {
                /** @description Only this source. */
                source?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sources, metrics, groups and filters that a spec can use. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReportOptions"];
                    };
                };
            };
        };
    };
    listInsights: {
        parameters: {
            query?: {
                /** @description Page number, 1 or greater. */
                page?: number;
                /** @description Records on a page, 1 to 100. */
                per_page?: number;
                /** @description Part of the name, case-insensitive. */
                query?: string;
                /** @description Only insights in this space. */
                space_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of insights, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InsightItem"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createInsight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InsightCreate"];
            };
        };
        responses: {
            /** @description The created insight. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the created insight. */
                        created: number;
                        id: number;
                        name: string;
                        description: string | null;
                        /** @enum {string} */
                        mode: "single" | (string & {});
                        /** @description The source of its records, as in GET /reports/options. */
                        source: string;
                        /** @enum {string} */
                        visualization: "metric" | "bar" | "line" | "area" | "pie" | "donut" | "table" | (string & {});
                        spec: components["schemas"]["InsightSpec"];
                        /** @description The space of the insight. */
                        space: components["schemas"]["Person"] | null;
                        /** @description The subfolder within the space. */
                        subfolder_id: string | null;
                        /** @description Whether it is protected from edits and deletion. */
                        protected: boolean;
                        /** @description Web page with the chart of the insight. Valid for a week, and only while the token is valid. Shows what the token can read at the time of viewing. */
                        link: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with microseconds and a trailing Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with microseconds and a trailing Z
                         */
                        updated_at: string;
                    };
                };
            };
        };
    };
    getInsight: {
        parameters: {
            query?: {
                /** @description Whether to compute the results. */
                results?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The insight, with its results unless the query leaves them out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Insight"];
                    };
                };
            };
        };
    };
    deleteInsight: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The id of the deleted insight. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the deleted insight. */
                        deleted: number;
                    };
                };
            };
        };
    };
    updateInsight: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InsightPatch"];
            };
        };
        responses: {
            /** @description The updated insight. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the updated insight. */
                        updated: number;
                        id: number;
                        name: string;
                        description: string | null;
                        /** @enum {string} */
                        mode: "single" | (string & {});
                        /** @description The source of its records, as in GET /reports/options. */
                        source: string;
                        /** @enum {string} */
                        visualization: "metric" | "bar" | "line" | "area" | "pie" | "donut" | "table" | (string & {});
                        spec: components["schemas"]["InsightSpec"];
                        /** @description The space of the insight. */
                        space: components["schemas"]["Person"] | null;
                        /** @description The subfolder within the space. */
                        subfolder_id: string | null;
                        /** @description Whether it is protected from edits and deletion. */
                        protected: boolean;
                        /** @description Web page with the chart of the insight. Valid for a week, and only while the token is valid. Shows what the token can read at the time of viewing. */
                        link: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with microseconds and a trailing Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with microseconds and a trailing Z
                         */
                        updated_at: string;
                    };
                };
            };
        };
    };
    getInsightResults: {
        parameters: {
            query?: {
                /** @description csv is RFC 4180: a header line with the labels, then one line for each row. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results of the insight, as JSON or as CSV. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InsightResults"];
                    };
                };
            };
        };
    };
    listDashboards: {
        parameters: {
            query?: {
                /** @description Part of the name, case-insensitive. */
                query?: string;
                /** @description Only dashboards in this space. */
                space_id?: number;
                /** @description Page number, 1 or greater. */
                page?: number;
                /** @description Records on a page, 1 to 50. */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of dashboards, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Dashboard"][];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardCreate"];
            };
        };
        responses: {
            /** @description The created dashboard. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the created dashboard. */
                        created: number;
                        id: number;
                        name: string;
                        description: string | null;
                        /** @description The space of the dashboard. */
                        space: components["schemas"]["Person"] | null;
                        /** @description The subfolder within the space. */
                        subfolder_id: string | null;
                        /** @description Whether it is protected from edits and deletion. */
                        protected: boolean;
                        settings: components["schemas"]["DashboardSettings"];
                        /** @description Cards from top to bottom and from left to right. */
                        cards: components["schemas"]["DashboardCard"][];
                        /** @description Web page of the dashboard. Valid for a week, and only while the token is valid. Shows what the token can read at the time of viewing. */
                        link: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with microseconds and a trailing Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with microseconds and a trailing Z
                         */
                        updated_at: string;
                    };
                };
            };
        };
    };
    getDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dashboard with its cards. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Dashboard"];
                    };
                };
            };
        };
    };
    deleteDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The id of the deleted dashboard. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the deleted dashboard. */
                        deleted: number;
                    };
                };
            };
        };
    };
    updateDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardPatch"];
            };
        };
        responses: {
            /** @description The updated dashboard. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the updated dashboard. */
                        updated: number;
                        id: number;
                        name: string;
                        description: string | null;
                        /** @description The space of the dashboard. */
                        space: components["schemas"]["Person"] | null;
                        /** @description The subfolder within the space. */
                        subfolder_id: string | null;
                        /** @description Whether it is protected from edits and deletion. */
                        protected: boolean;
                        settings: components["schemas"]["DashboardSettings"];
                        /** @description Cards from top to bottom and from left to right. */
                        cards: components["schemas"]["DashboardCard"][];
                        /** @description Web page of the dashboard. Valid for a week, and only while the token is valid. Shows what the token can read at the time of viewing. */
                        link: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with microseconds and a trailing Z
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 with microseconds and a trailing Z
                         */
                        updated_at: string;
                    };
                };
            };
        };
    };
    getExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Short name of the other system, such as xero. */
                system: string;
                /** @description Type of the record. */
                type: "client" | "staff" | "site" | "shift" | "task" | "prospect";
                /** @description Id of the record in the other system, with at most 255 characters. Percent-encoded in a path. */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The external id with its record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExternalId"];
                    };
                };
            };
        };
    };
    putExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Short name of the other system, such as xero. */
                system: string;
                /** @description Type of the record. */
                type: "client" | "staff" | "site" | "shift" | "task" | "prospect";
                /** @description Id of the record in the other system, with at most 255 characters. Percent-encoded in a path. */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExternalIdPut"];
            };
        };
        responses: {
            /** @description The external id, which was set before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExternalId"];
                    };
                };
            };
            /** @description The new external id. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExternalId"];
                    };
                };
            };
        };
    };
    deleteExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Short name of the other system, such as xero. */
                system: string;
                /** @description Type of the record. */
                type: "client" | "staff" | "site" | "shift" | "task" | "prospect";
                /** @description Id of the record in the other system, with at most 255 characters. Percent-encoded in a path. */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The removed external id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The removed external id. */
                        deleted: string;
                    };
                };
            };
        };
    };
    listExternalIds: {
        parameters: {
            query: {
                /** @description Short name of the other system, such as xero. */
                system: string;
                /** @description Type of the record. */
                type: "client" | "staff" | "site" | "shift" | "task" | "prospect";
                /** @description Ids in the other system. */
                external_ids?: string[];
                /** @description Ids of records; refs of shifts. */
                ids?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The external ids that are set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExternalId"][];
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events after this number; `oldest` for all that are stored, `latest` for new ones alone. */
                after?: string;
                /** @description Maximum number of events. */
                limit?: number;
                /** @description Only these types: `shift.cancelled`, all of a kind of record `shift.*`, or `*`. */
                types?: string[];
                /** @description Only events of one record: `client:7`, `shift:a:4411`, `note:general:5`. */
                subject?: string;
                /** @description If there is no event yet, the response waits this many seconds for one. At most 2 requests of a token wait in each process of the service; others are answered at once. */
                wait?: number;
                /** @description The feed that `after` is from. Another one is a 422. */
                feed?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events after the number, and where to go on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        meta: components["schemas"]["FeedMeta"];
                    };
                };
            };
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All types of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventType"][];
                    };
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the event. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"];
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All webhooks of the connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description Dry run: the webhook as it would be created. Nothing was stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description true in a dry run: nothing was stored. */
                        dry_run?: boolean;
                        data: components["schemas"]["Webhook"];
                        /** @description Verifies the signature of requests. It is shown once: null in a response that is replayed for an Idempotency-Key. */
                        secret: string | null;
                    };
                };
            };
            /** @description The created webhook with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        /** @description Verifies the signature of requests. It is shown once: null in a response that is replayed for an Idempotency-Key. */
                        secret: string | null;
                    };
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deleted webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description The names of the changed fields, and the webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Names of the fields that changed. */
                        updated: string[];
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description The webhook with its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        /** @description Verifies the signature of requests. It is shown once: null in a response that is replayed for an Idempotency-Key. */
                        secret: string | null;
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description What the receiver did, also if it failed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Whether the status is 2xx. */
                            ok: boolean;
                            /** @description Status of the response. Null if there was none. */
                            status_code: number | null;
                            /** @description Milliseconds until the status, or until the failure. */
                            duration_ms: number;
                            /** @description Why it failed. Null if it succeeded. */
                            error: string | null;
                            /** @description The beginning of the text of a failed response. */
                            response: string | null;
                        };
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries with this status. */
                status?: "pending" | "delivered" | "failed";
                /** @description Only these types: `shift.cancelled`, all of a kind of record `shift.*`, or `*`. */
                types?: string[];
                /** @description Only those whose last attempt was on or after this day or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                from?: string;
                /** @description Only those whose last attempt was on or before this day or instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z. */
                to?: string;
                /** @description Maximum number of deliveries. */
                limit?: number;
                /** @description `next_cursor` of the page before, with the same filter. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        meta: {
                            /** @description Send it as `cursor` for the next page. Null on the last. */
                            next_cursor: string | null;
                        };
                    };
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: number;
                /** @description Number of the event. */
                event_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDeliveryWithTries"];
                    };
                };
            };
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: number;
                /** @description Number of the event. */
                event_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, which is pending now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description The first and the last event, and how many are sent again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description true in a dry run: nothing was stored. */
                        dry_run?: boolean;
                        /** @description Number of the first event. */
                        from: number;
                        /** @description Number of the last event. */
                        to: number;
                        /** @description How many of them are sent again. */
                        events: number;
                    };
                };
            };
        };
    };
}
