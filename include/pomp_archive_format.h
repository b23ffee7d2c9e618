/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_archive_format.h - the layout of an archive, the one file that the files of an experiment are packed into.
 *
 * The structures of the file live here, as data. Not here: any code that writes or reads them
 * (common/archive, tools/files, tools/commands/archive). docs/format.md explains the file in prose.
 *
 * The header comes first, then blocks, each with a head, and the trailer. The first block has the names of the files;
 * the last one is the index, the heads of all others. What all depends on comes before the events, and once more behind
 * them. */
#ifndef POMP_ARCHIVE_FORMAT_H
#define POMP_ARCHIVE_FORMAT_H

#include <stdint.h>

#define POMP_ARCHIVE_MAGIC "POMPARCH"     /* 8 bytes, no terminator; stored last */
#define POMP_ARCHIVE_END_MAGIC "POMPAEND" /* the same, of the trailer */
#define POMP_ARCHIVE_BLOCK_MAGIC 0x4b4c4250u
#define POMP_ARCHIVE_BYTE_ORDER 0x01020304u
#define POMP_ARCHIVE_VERSION 1u
#define POMP_ARCHIVE_SUFFIX ".pomparc"
#define POMP_ARCHIVE_PACKED "packed.part"     /* beside the files of a job: blocks that its ranks have packed */
#define POMP_ARCHIVE_ALIGN 8u                 /* every block begins at a multiple of it */
#define POMP_ARCHIVE_BLOCK_BYTES (256u << 10) /* a writer begins another block then */
#define POMP_ARCHIVE_BLOCK_MAX (32u << 20)    /* no block has more */
#define POMP_ARCHIVE_NAME_MAX 255u            /* bytes of a file's name, with its directory */

/* It is at offset 0. */
struct pomp_archive_header {
  char magic[8];
  uint32_t byte_order;
  uint32_t version;
  uint64_t size;     /* of the archive */
  uint64_t blocks;   /* offset of the first one */
  uint64_t checksum; /* of what is before */
  uint64_t reserved[3];
};

/* It ends the file. */
struct pomp_archive_trailer {
  uint64_t index; /* offset of the block that is the index */
  uint32_t byte_order;
  uint32_t version;
  uint64_t checksum; /* of what is before */
  char magic[8];
};

enum pomp_archive_kind {
  POMP_ARCHIVE_NAMES = 1, /* struct pomp_archive_member with names */
  POMP_ARCHIVE_INDEX = 2, /* the names again; then, of each block, its offset, its head, and numbers of chunks */
  POMP_ARCHIVE_BYTES = 3, /* of a file, from `first` on */
  POMP_ARCHIVE_HEADS =
      4, /* of a trace, from `first` on: its header, the heads of its chunks, the bytes behind the chunks */
  POMP_ARCHIVE_CHUNKS = 5 /* of a trace: chunks of one location without their heads; `first` counts chunks in earlier
                             blocks; the chunks' numbers in the trace come before their contents */
};

enum pomp_archive_coding {
  POMP_ARCHIVE_STORED = 0,
  POMP_ARCHIVE_ZSTD = 1, /* one frame */
  /* 2 is reserved: no release made it, and none reads it. */
  POMP_ARCHIVE_KINDS = 3 /* columns (common/archive/columns.h): of each its size, the size of its frame, the frame;
                            a frame of the same size is the column as it is */
};

enum pomp_archive_flags {
  POMP_ARCHIVE_AGAIN = 1 /* a copy of an earlier block, in case the earlier one is damaged */
};

/* It begins each block. Then come `chunks` numbers of 4 bytes, and `packed` bytes, and up to 7 bytes 0. */
struct pomp_archive_block {
  uint32_t magic;
  uint16_t kind;   /* enum pomp_archive_kind */
  uint16_t coding; /* enum pomp_archive_coding */
  uint32_t member; /* its number among the names, from 0 on */
  uint32_t flags;
  uint64_t first;
  uint32_t size;   /* of what it holds, unpacked */
  uint32_t packed; /* of what it holds, as it is here */
  uint32_t chunks;
  uint32_t location; /* of CHUNKS: whose they are */
  uint64_t content;  /* checksum of what it holds, unpacked */
  uint64_t checksum; /* of what it holds, as it is here, with the numbers of the chunks */
  uint64_t head;     /* checksum of what is before */
};

enum pomp_archive_file {
  POMP_ARCHIVE_PLAIN = 0,
  POMP_ARCHIVE_TRACE = 1 /* of which the heads and the chunks are apart */
};

/* This is a file. Its name follows, with a byte 0 and up to 7 more. */
struct pomp_archive_member {
  uint64_t size;
  uint64_t changed, born;           /* ns since 1970, as the file system has it; 0: it does not */
  uint32_t kind;                    /* enum pomp_archive_file */
  uint32_t mode;                    /* its permissions */
  uint32_t header_size, chunk_size; /* of a trace */
  uint32_t name;                    /* bytes */
  uint32_t reserved;
};

#endif /* POMP_ARCHIVE_FORMAT_H */
